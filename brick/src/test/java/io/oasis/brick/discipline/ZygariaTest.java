package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.brick.discipline.DisciplineSpec.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows what the Zygaria paper says of its scheduler, on a device of fixed speed. */
class ZygariaTest {
  private static final long SECOND = 1_000_000_000L;

  private Discipline discipline = create(List.of());

  private static Discipline create(List<PoolTerms> pools) {
    return DisciplineSpec.of(Kind.ZYGARIA)
        .withDepth(1)
        .withPools(pools, 0)
        .create(0, new Random(1));
  }

  private VirtualBrick device(double iops) {
    return new VirtualBrick(discipline, 1, io -> (long) (1e9 / iops));
  }

  private static Session session(int number, double reserve, double limit, String pool) {
    Terms terms = Terms.standard().withReserve(0).withLimits(limit, 0).withReserve(reserve);
    return new Session(number, "s" + number, terms.withPool(pool));
  }

  /** Figure 3, and "Water-level sharing worked to give all sessions the same throughput". */
  @ParameterizedTest
  @ValueSource(doubles = {112, 130, 150, 200})
  void reservesAreMetTheLimitHoldsAndTheSurplusLiftsTheLowest(double iops) {
    VirtualBrick brick = device(iops);
    double unit = 112;
    VirtualBrick.Application a =
        brick.start(session(0, 0.15 * unit, 0.4 * unit, "p"), 20, 4096, false);
    VirtualBrick.Application b = brick.start(session(1, 0.35 * unit, 0, "p"), 20, 4096, false);
    VirtualBrick.Application c = brick.start(session(2, 0.50 * unit, 0, "p"), 20, 4096, false);
    brick.runUntil(10 * SECOND);
    long a0 = a.completed;
    long b0 = b.completed;
    long c0 = c.completed;
    brick.runUntil(70 * SECOND);
    double[] rates = {
      (a.completed - a0) / 60.0, (b.completed - b0) / 60.0, (c.completed - c0) / 60.0
    };
    double[] expected =
        waterLevel(iops, new double[] {16.8, 39.2, 56}, new double[] {44.8, 1e9, 1e9});
    for (int i = 0; i < 3; i++) {
      assertThat(rates[i])
          .as("session %d of %s", i, List.of(rates[0], rates[1], rates[2]))
          .isCloseTo(expected[i], within(0.02 * expected[i] + 0.2));
    }
  }

  private static double[] waterLevel(double capacity, double[] reserves, double[] limits) {
    double low = 0;
    double high = capacity;
    double[] rates = new double[reserves.length];
    for (int step = 0; step < 100; step++) {
      double level = (low + high) / 2;
      double sum = 0;
      for (int i = 0; i < rates.length; i++) {
        rates[i] = Math.min(limits[i], Math.max(reserves[i], level));
        sum += rates[i];
      }
      if (sum > capacity) {
        high = level;
      } else {
        low = level;
      }
    }
    return rates;
  }

  @Test
  void overAnyWindowTheReserveAndTheLimitHoldButForEightIos() {
    VirtualBrick brick = device(112);
    VirtualBrick.Application held = brick.start(session(0, 30, 40, "p"), 20, 4096, false);
    brick.start(session(1, 20, 0, "p"), 50, 4096, false);
    brick.start(session(2, 0, 0, "p"), 50, 4096, false);
    brick.runUntil(SECOND);
    long[] counts = new long[600];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = held.completed;
      brick.runUntil(brick.now + SECOND / 10);
    }
    for (int from = 0; from < counts.length; from += 7) {
      for (int to = from + 1; to < counts.length; to++) {
        double seconds = (to - from) / 10.0;
        assertThat((double) (counts[to] - counts[from]))
            .isBetween(30 * seconds - 8, 40 * seconds + 8);
      }
    }
  }

  /** Reserves of all that the device does: a batch of one must not keep the other two waiting. */
  @Test
  void reservesThatFillTheDeviceAreNeverMoreThanEightIosLate() {
    VirtualBrick brick = device(113);
    double[] reserves = {17, 39, 56};
    List<VirtualBrick.Application> all = new ArrayList<>();
    for (int i = 0; i < reserves.length; i++) {
      all.add(brick.start(session(i, reserves[i], 0, "p"), 20, 4096, false));
    }
    double[] latest = new double[reserves.length];
    double[] earliest = new double[reserves.length];
    for (int step = 1; step <= 6_000; step++) {
      brick.runUntil(step * SECOND / 100);
      for (int i = 0; i < reserves.length; i++) {
        double late = reserves[i] * step / 100 - all.get(i).completed;
        earliest[i] = Math.min(earliest[i], late);
        latest[i] = Math.max(latest[i], late - earliest[i]);
      }
    }
    assertThat(latest[0]).isLessThan(8);
    assertThat(latest[1]).isLessThan(8);
    assertThat(latest[2]).isLessThan(8);
  }

  /** A device that stumbles: what the reserve missed is made up for before anything is surplus. */
  @Test
  void aReserveThatTheDeviceKeptBackForHalfASecondIsMadeUpFor() {
    long[] service = {SECOND / 100};
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> service[0]);
    VirtualBrick.Application kept = brick.start(session(0, 60, 0, "p"), 50, 4096, false);
    brick.start(session(1, 0, 0, "p"), 50, 4096, false);
    brick.runUntil(5 * SECOND);
    service[0] = SECOND / 2;
    brick.runUntil(6 * SECOND);
    service[0] = SECOND / 100;
    brick.runUntil(10 * SECOND);
    assertThat(kept.completed).isGreaterThanOrEqualTo(600 - 8);
  }

  @Test
  void aStreamKeepsTheSlackForSixteenMegabytesAndThenGivesItToTheNext() {
    VirtualBrick brick = device(1000);
    VirtualBrick.Application first = brick.start(session(0, 0, 0, "p"), 20, 32 << 10, true);
    VirtualBrick.Application second = brick.start(session(1, 0, 0, "p"), 20, 32 << 10, true);
    brick.runUntil(SECOND / 2);
    assertThat(first.completed).isGreaterThan(450);
    assertThat(second.completed).isLessThan(50);
    brick.runUntil(SECOND);
    assertThat(second.completed).isGreaterThan(400);
    brick.runUntil(60 * SECOND);
    assertThat(first.completed / 60.0).isCloseTo(500, within(15.0));
  }

  @Test
  void aStreamOnASlowDeviceKeepsTheSlackForHalfASecond() {
    VirtualBrick brick = device(100);
    VirtualBrick.Application first = brick.start(session(0, 0, 0, "p"), 20, 32 << 10, true);
    VirtualBrick.Application second = brick.start(session(1, 0, 0, "p"), 20, 32 << 10, true);
    brick.runUntil(SECOND);
    assertThat(first.completed).isBetween(45L, 55L);
    assertThat(second.completed).isBetween(45L, 55L);
  }

  @Test
  void aStreamOfLargeIosKeepsTheSlackForNoMoreBytes() {
    VirtualBrick brick = device(100);
    VirtualBrick.Application first = brick.start(session(0, 0, 0, "p"), 20, 1 << 20, true);
    VirtualBrick.Application second = brick.start(session(1, 0, 0, "p"), 20, 1 << 20, true);
    brick.runUntil(SECOND / 3);
    assertThat(first.completed).isBetween(14L, 18L);
    assertThat(second.completed).isBetween(14L, 18L);
  }

  @Test
  void aStreamThatStaysDoesNotKeepAReserveWaiting() {
    VirtualBrick brick = device(100);
    brick.start(session(0, 0, 0, "p"), 20, 32 << 10, true);
    VirtualBrick.Application kept = brick.start(session(1, 20, 0, "p"), 20, 4096, false);
    brick.runUntil(4 * SECOND);
    assertThat(kept.completed).isGreaterThanOrEqualTo(80 - 8);
  }

  /** "pools first shared any best-effort throughput from the device, and sessions then ...". */
  @Test
  void poolsShareFirstAndThenTheirSessions() {
    VirtualBrick brick = device(100);
    VirtualBrick.Application alone = brick.start(session(0, 0, 0, "one"), 20, 4096, false);
    VirtualBrick.Application second = brick.start(session(1, 0, 0, "two"), 20, 4096, false);
    VirtualBrick.Application third = brick.start(session(2, 0, 0, "two"), 20, 4096, false);
    brick.runUntil(60 * SECOND);
    assertThat(alone.completed / 60.0).isCloseTo(50, within(1.5));
    assertThat(second.completed / 60.0).isCloseTo(25, within(1.0));
    assertThat(third.completed / 60.0).isCloseTo(25, within(1.0));
  }

  @Test
  void aPoolsReserveAndLimitHoldForItsSessionsTogether() {
    discipline = create(List.of(new PoolTerms("kept", 60, 0), new PoolTerms("capped", 0, 10)));
    VirtualBrick brick = device(100);
    VirtualBrick.Application kept = brick.start(session(0, 0, 0, "kept"), 20, 4096, false);
    VirtualBrick.Application kept2 = brick.start(session(1, 0, 0, "kept"), 20, 4096, false);
    VirtualBrick.Application free = brick.start(session(2, 0, 0, "free"), 20, 4096, false);
    VirtualBrick.Application capped = brick.start(session(3, 0, 0, "capped"), 20, 4096, false);
    brick.runUntil(60 * SECOND);
    assertThat((kept.completed + kept2.completed) / 60.0).isCloseTo(60, within(1.5));
    assertThat(kept.completed / 60.0).isCloseTo(30, within(1.5));
    assertThat(capped.completed / 60.0).isCloseTo(10, within(0.5));
    assertThat(free.completed / 60.0).isCloseTo(30, within(1.5));
  }

  /** "treats a run of up to 32 KB of sequential I/Os in a session queue as a single I/O". */
  @Test
  void aRunOfThirtyTwoKilobytesCountsAsOneIo() {
    VirtualBrick brick = device(10_000);
    VirtualBrick.Application sequential = brick.start(session(0, 0, 100, "p"), 64, 4096, true);
    VirtualBrick.Application random = brick.start(session(1, 0, 100, "p"), 64, 4096, false);
    brick.runUntil(30 * SECOND);
    assertThat(sequential.completed / 30.0).isCloseTo(800, within(20.0));
    assertThat(random.completed / 30.0).isCloseTo(100, within(2.0));
  }

  /** Figure 4: on at 0, 10 and 20 s, off at 60, 30 and 50 s. */
  @Test
  void aSessionThatComesGetsItsReserveFromTheFirstSecondAndTransientsDieAway() {
    VirtualBrick brick = device(112);
    VirtualBrick.Application first = brick.start(session(0, 11, 0, "p"), 20, 4096, false);
    brick.runUntil(10 * SECOND);
    VirtualBrick.Application second = brick.start(session(1, 22, 0, "p"), 20, 4096, false);
    long before = first.completed;
    brick.runUntil(11 * SECOND);
    assertThat(first.completed - before).isGreaterThanOrEqualTo(11 - Zygaria.BATCH);
    brick.runUntil(15 * SECOND);
    before = first.completed;
    long secondBefore = second.completed;
    brick.runUntil(20 * SECOND);
    assertThat((first.completed - before) / 5.0).isCloseTo(56, within(3.0));
    assertThat((second.completed - secondBefore) / 5.0).isCloseTo(56, within(3.0));
    VirtualBrick.Application third = brick.start(session(2, 45, 0, "p"), 20, 4096, false);
    brick.runUntil(25 * SECOND);
    long thirdBefore = third.completed;
    before = first.completed;
    brick.runUntil(30 * SECOND);
    assertThat((third.completed - thirdBefore) / 5.0).isGreaterThan(44);
    assertThat((first.completed - before) / 5.0).isCloseTo(33.5, within(3.0));
  }

  @Test
  void admissionRefusesWhatCannotBeKept() {
    Terms forty = Terms.standard().withReserve(40).withPool("p");
    List<PoolTerms> pools = List.of(new PoolTerms("p", 100, 0));
    assertThat(Admission.refusal(112, pools, List.of(forty, forty))).isEmpty();
    assertThat(Admission.refusal(112, pools, List.of(forty, forty, forty)))
        .hasValueSatisfying(reason -> assertThat(reason).contains("pool p").contains("120"));
    assertThat(Admission.refusal(90, pools, List.of()))
        .hasValueSatisfying(reason -> assertThat(reason).contains("90"));
  }

  /** The average of the paper: T = sum of b_i alpha^i over 20 quarter seconds. */
  @Test
  void levelsOrderAsTheWeightedAverageOfThePaper() {
    Random random = new Random(3);
    Levels levels = new Levels();
    int sessions = 20;
    double[][] history = new double[sessions][6000];
    Levels.Level[] all = new Levels.Level[sessions];
    for (int i = 0; i < sessions; i++) {
      all[i] = levels.open(new Slot<>(this), () -> {});
    }
    for (int bucket = 0; bucket < 5000; bucket++) {
      levels.advance(bucket * SECOND / 4);
      for (int i = 0; i < sessions; i++) {
        int tokens = random.nextInt(3) == 0 ? random.nextInt(50) : 0;
        levels.add(all[i], tokens);
        history[i][bucket] += tokens;
      }
      for (int i = 1; i < sessions; i++) {
        double one = average(history[i - 1], bucket);
        double other = average(history[i], bucket);
        if (Math.abs(one - other) > 1e-6) {
          assertThat(Double.compare(all[i - 1].weighted(), all[i].weighted()))
              .as("bucket %d", bucket)
              .isEqualTo(Double.compare(one, other));
        }
      }
    }
  }

  private static double average(double[] counts, int bucket) {
    double sum = 0;
    for (int i = 0; i < Levels.BUCKETS && bucket - i >= 0; i++) {
      sum += counts[bucket - i] * Math.pow(Levels.ALPHA, i);
    }
    return sum;
  }
}
