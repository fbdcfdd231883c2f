package io.oasis.agent.latency.evaluate;

import io.oasis.agent.latency.PointMeans;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * 4 KiB random reads that were recorded with fio on a virtual disk, 400 a second; 4 of them are a
 * second here. Played in runs of {@value #RUN}, so that they stay as correlated as they were.
 */
final class Recorded implements Family.Queue {
  private static final int RUN = 50;
  private static final int READS = 4;
  private static final double[] MICROS = read();

  private final SplittableRandom random;
  private int at;
  private int end;

  Recorded(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public Second next(long second, Family.Times times) {
    return Family.mean(random, READS, this::latency, 1, times, 4_096);
  }

  private double latency(SplittableRandom by) {
    if (at == end) {
      at = by.nextInt(MICROS.length - RUN);
      end = at + RUN;
    }
    return MICROS[at++];
  }

  private static double[] read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    PointMeans.class.getResourceAsStream("recorded.csv"), "recorded.csv"),
                StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .skip(1)
          .mapToDouble(line -> Double.parseDouble(line.split(",")[0]))
          .toArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
