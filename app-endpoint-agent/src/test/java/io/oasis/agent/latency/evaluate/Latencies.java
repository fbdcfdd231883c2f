package io.oasis.agent.latency.evaluate;

import io.oasis.agent.latency.PointMeans;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * A stream of latencies that can change once.
 *
 * @param change what changes, in words
 */
record Latencies(
    String name,
    String change,
    ToDoubleFunction<SplittableRandom> before,
    ToDoubleFunction<SplittableRandom> after) {

  /** The streams of the evaluation. Latencies in microseconds. */
  static List<Latencies> all() {
    return List.of(
        lognormal(0.5, 1.25),
        lognormal(0.5, 1.5),
        lognormal(1.0, 1.5),
        scaled("bimodal", bimodal(0.8), 1.5),
        new Latencies("bimodal, mix", "80 to 65 % hits", bimodal(0.8), bimodal(0.65)),
        new Latencies(
            "bimodal, means of 16",
            "80 to 65 % hits",
            means(16, bimodal(0.8)),
            means(16, bimodal(0.65))),
        scaled("recorded", new Recorded(0), 1.25),
        scaled("recorded", new Recorded(0), 1.5),
        new Latencies("recorded", "a neighbour starts", new Recorded(0), new Recorded(1)));
  }

  private static Latencies lognormal(double sigma, double factor) {
    return scaled("lognormal " + sigma, lognormalAround(1_000, sigma), factor);
  }

  private static Latencies scaled(
      String name, ToDoubleFunction<SplittableRandom> before, double factor) {
    return new Latencies(
        name, "x " + factor, before, random -> factor * before.applyAsDouble(random));
  }

  static ToDoubleFunction<SplittableRandom> lognormalAround(double median, double sigma) {
    return random -> median * StrictMath.exp(sigma * random.nextGaussian());
  }

  /** Cache hits around 100 us and disk reads around 8 ms. */
  static ToDoubleFunction<SplittableRandom> bimodal(double hitRatio) {
    ToDoubleFunction<SplittableRandom> hit = lognormalAround(100, 0.3);
    ToDoubleFunction<SplittableRandom> miss = lognormalAround(8_000, 0.4);
    return random -> (random.nextDouble() < hitRatio ? hit : miss).applyAsDouble(random);
  }

  static ToDoubleFunction<SplittableRandom> means(
      int perPoint, ToDoubleFunction<SplittableRandom> of) {
    return random -> {
      PointMeans means = new PointMeans(perPoint);
      OptionalDouble point = OptionalDouble.empty();
      while (point.isEmpty()) {
        point = means.add(of.applyAsDouble(random));
      }
      return point.getAsDouble();
    };
  }

  /**
   * Latencies of 4 KiB random reads recorded with fio on a virtual disk: 400 a second alone, and
   * beside another reader at depth 16. Played in runs of {@value #RUN}, so that they stay as
   * correlated as they were.
   */
  private static final class Recorded implements ToDoubleFunction<SplittableRandom> {
    private static final int RUN = 50;
    private final double[] micros;
    private int at;
    private int end;

    Recorded(int column) {
      micros = read(column);
    }

    @Override
    public double applyAsDouble(SplittableRandom random) {
      if (at == end) {
        at = random.nextInt(micros.length - RUN);
        end = at + RUN;
      }
      return micros[at++];
    }

    private static double[] read(int column) {
      List<Double> values = new ArrayList<>();
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  Objects.requireNonNull(
                      PointMeans.class.getResourceAsStream("recorded.csv"), "recorded.csv"),
                  StandardCharsets.UTF_8))) {
        lines.lines().skip(1).forEach(line -> values.add(Double.valueOf(line.split(",")[column])));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }
}
