package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.History.Span;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shows that means are of whole intervals between two times. */
class HistoryTest {
  private final History history = new History();

  private void pass(int seconds, double completed, double inFlight, boolean limited) {
    history.add(new Sight(seconds, 1, List.of(), completed, inFlight, 0.02), limited);
  }

  @Test
  void aSpanHasTheIntervalsThatLieInIt() {
    pass(1, 100, 4, false);
    pass(2, 200, 6, true);
    pass(3, 600, 8, false);
    Span two = history.span(0, 2);
    assertThat(history.completed(two)).isEqualTo(150);
    assertThat(history.inFlight(two)).isEqualTo(5);
    assertThat(history.latency(two)).isCloseTo(0.02, within(1e-12));
    assertThat(history.completed(history.span(2, 3))).isEqualTo(600);
    assertThat(history.completed(history.span(2.5, 3))).as("no whole interval").isZero();
    assertThat(history.latency(history.span(2.5, 3))).isZero();
  }

  @Test
  void theLeastLatencyIsOneOfAnIntervalInWhichSomethingWasDone() {
    history.add(new Sight(1, 1, List.of(), 100, 4, 0.01), false);
    history.add(new Sight(2, 1, List.of(), 100, 4, 0.03), false);
    history.add(new Sight(3, 1, List.of(), 100, 4, 0.02), false);
    history.add(new Sight(4, 1, List.of(), 0, 0, 0), false);
    assertThat(history.leastLatency(history.span(1, 4))).isEqualTo(0.02);
    assertThat(history.leastLatency(history.span(3, 4))).isInfinite();
  }

  @Test
  void whatLiesInASpanIsLong() {
    pass(1, 100, 4, false);
    history.add(new Sight(1.25, 0.25, List.of(), 100, 4, 0.02), false);
    history.add(new Sight(1.5, 0.25, List.of(), 100, 4, 0.02), false);
    assertThat(history.seconds(history.span(0, 1.5))).isCloseTo(1.5, within(1e-9));
    assertThat(history.seconds(history.span(0.5, 1.5))).isEqualTo(0.5);
    assertThat(history.seconds(history.span(1.5, 1.5))).isZero();
  }

  private static double dispersion(double from, double... counts) {
    History history = new History();
    double[] ring = new double[History.SLOTS];
    for (int i = 0; i < counts.length; i++) {
      history.add(new Sight(i + 1, 1, List.of(), counts[i], 4, 0.02), false);
      ring[history.newest()] = counts[i];
    }
    return history.dispersion(ring, from);
  }

  @Test
  void aLoopScattersLessThanBurstsDo() {
    assertThat(dispersion(0, 20, 20, 21, 20, 20, 19, 20, 20, 40, 40, 41, 40)).isLessThan(0.1);
    assertThat(dispersion(0, 10, 24, 4, 31, 12, 2, 28, 9, 33, 5)).isGreaterThan(10);
  }

  @Test
  void independentIosHaveADispersionOfAboutOne() {
    Random random = new Random(1);
    double sum = 0;
    for (int i = 0; i < 200; i++) {
      double[] counts =
          IntStream.range(0, 21).mapToDouble(each -> 400 + 20 * random.nextGaussian()).toArray();
      sum += dispersion(0, counts);
    }
    assertThat(sum / 200).isCloseTo(1, within(0.15));
  }

  /** Its first interval is a part of one, and there was nothing before. */
  @Test
  void whatHasJustComeScattersLikeAnythingElse() {
    assertThat(dispersion(6, 0, 0, 0, 0, 0, 10, 20, 20, 20, 20)).isEqualTo(1);
  }

  @Test
  void intervalsUnderLimitsCanBeLeftOut() {
    pass(1, 100, 4, false);
    pass(2, 200, 6, true);
    pass(3, 600, 8, false);
    assertThat(history.since(1, false)).hasSize(3);
    assertThat(history.since(2, false)).hasSize(2);
    assertThat(history.since(1, true)).hasSize(2);
    assertThat(history.since(2.5, true)).hasSize(1);
    assertThat(history.completedIn(history.since(3, false)[0])).isEqualTo(600);
  }
}
