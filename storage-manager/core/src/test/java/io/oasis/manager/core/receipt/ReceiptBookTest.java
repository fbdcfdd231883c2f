package io.oasis.manager.core.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.receipt.Interval.Held;
import io.oasis.manager.core.receipt.Interval.Limit;
import io.oasis.manager.core.receipt.Interval.Measured;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What was measured is divided so that the parts add up to it and say what the model knows. */
class ReceiptBookTest {
  private static final Instant MINUTE = Instant.parse("2026-01-01T12:00:00Z");

  /** Of a FIFO array of 1,000 IOPS. */
  private static final double SERVICE = 1_000;

  @Test
  void theWorkedNumbersOfThePackageHold() {
    Interval deep = did(970, 33_000, 1, Limit.NONE);
    Interval shallow = did(30, 33_000, 1, Limit.NONE);
    Bottleneck both = Bottleneck.of(List.of(deep, shallow), SERVICE);
    assertParts(Parts.of(shallow, both), 1_000, 32_000, 0, 0);
    assertParts(Parts.of(deep, both), 1_000, 1_000, 0, 31_000);
  }

  @Test
  void aBurstWaitsForItself() {
    Interval burst = did(330, 8_500, 0.33, Limit.ABOVE);
    assertParts(Parts.of(burst, Bottleneck.of(List.of(burst), SERVICE)), 1_000, 0, 0, 7_500);
  }

  @Test
  void theKernelsThrottleHoldsWhatAClosedLoopHadOutstandingBefore() {
    ReceiptBook book = new ReceiptBook();
    minute(book, 0, did(1_000, 32_000, 1, Limit.NONE));
    minute(book, 1, did(500, 3_000, 0.5, Limit.ABOVE));
    minute(book, 2, did(500, 3_000, 0.5, Limit.ABOVE));
    Receipt receipt = book.receipts().getFirst();
    assertThat(receipt.measured()).isCloseTo(3_000, within(1.0));
    assertThat(receipt.parts().limit()).isCloseTo(61_000, within(1.0));
    assertThat(receipt.total()).isCloseTo(64_000, within(1.0));
  }

  /** Four I/Os, each of which is thought about for 2 ms: 3.62 are outstanding at 190 a second. */
  @Test
  void whoThinksDoesNotWaitMeanwhile() {
    ReceiptBook book = new ReceiptBook();
    minute(book, 0, did(190, 19_050, 1, Limit.NONE));
    minute(book, 1, did(100, 3_000, 0.3, Limit.ABOVE));
    minute(book, 2, did(100, 3_000, 0.3, Limit.ABOVE));
    Receipt receipt = book.receipts().getFirst();
    assertThat(receipt.parts().limit()).isCloseTo(40_000 - 2_000 - 3_000, within(100.0));
  }

  /**
   * One that comes when its predecessor is back finds 0.54 of the other's; the other's come at any
   * moment and find half of it besides.
   */
  @Test
  void anArraysLimitIsWhatItsQueueWaitsLongerThanWhoComesAtAnyMoment() {
    Interval held = below(350, 45_700, 1, 1e6 / 350);
    Interval free = did(650, 1_538, 1, Limit.NONE);
    Parts parts = Parts.of(held, Bottleneck.of(List.of(held, free), SERVICE));
    assertParts(parts, 1_000, 825, 45_700 - 2_038, 213);
  }

  /** With one I/O outstanding, 0.5 ms of thinking and a pace of 2.98 ms. */
  @Test
  void aLimitHoldsBackForAMomentWhoComesMoreSlowlyThanItLetsIn() {
    Interval slack = interval(327.4, 2_560, 0.838, Limit.SLACK, 2_975.5);
    Parts parts = Parts.of(slack, Bottleneck.of(List.of(slack), SERVICE));
    assertThat(parts.limit()).isCloseTo(492, within(5.0));
  }

  @Test
  void aLimitHoldsNobodyBackWhoGetsLessThanItLetsIn() {
    Interval two = below(325, 6_090, 1, 2_967);
    Interval deep = below(337, 47_400, 1, 2_967);
    Bottleneck both = Bottleneck.of(List.of(two, deep), SERVICE);
    assertThat(Parts.of(two, both).limit()).isZero();
    assertThat(Parts.of(deep, both).limit()).isCloseTo(40_800, within(500.0));
  }

  /** 330, 331 and 332 of 334 in turn: no single second tells the mean. */
  @Test
  void whatIsUsedOfALimitIsTheMeanOfSomeIntervals() {
    ReceiptBook book = new ReceiptBook();
    assertThat(book.used()).isEmpty();
    for (int second = 0; second < 60; second++) {
      book.use(Optional.of((330 + second % 3) / 334.0));
    }
    assertThat(book.used().orElseThrow()).isCloseTo(331 / 334.0, within(0.3 / 334));
    book.use(Optional.empty());
    assertThat(book.used()).as("its limit is gone").isEmpty();
    book.use(Optional.of(0.4));
    assertThat(book.used()).contains(0.4);
  }

  @Test
  void whoLeavesMoreThanAnIoASecondOfALimitIsNotHeldByIt() {
    assertThat(usedUp(332 / 333.3).tellsItsResponse()).isTrue();
    assertThat(usedUp(332.5 / 333.3).tellsItsResponse()).isFalse();
  }

  private static Interval usedUp(double used) {
    return interval(333, 2_916, 0.97, 1, new Held(Limit.BELOW, 3_000, used), 1);
  }

  @Test
  void whereAllAreLimitedTheyWaitAsEvenStreamsThatMeetByChance() {
    SplittableRandom random = new SplittableRandom(23);
    for (int streams : new int[] {1, 2, 3, 4, 8, 20}) {
      for (double load : new double[] {0.3, 0.6, 0.9, 1}) {
        double period = streams * SERVICE / load;
        Interval each = below(1e6 / period, 100 * period, 1, period);
        Bottleneck all = Bottleneck.of(Collections.nCopies(streams, each), SERVICE);
        double waiting = all.responseMicros() - SERVICE;
        assertThat(waiting)
            .as("%d streams, load %s", streams, load)
            .isCloseTo(meeting(streams, period, random), within(0.12 * waiting + 10));
      }
    }
  }

  /** What one of some streams waits for when it comes again and again, their phases at random. */
  private static double meeting(int streams, double period, SplittableRandom random) {
    int runs = 5_000;
    double sum = 0;
    for (int run = 0; run < runs; run++) {
      double[] phases = random.doubles(streams - 1L, 0, period).sorted().toArray();
      double work = 0;
      for (int round = 0; round < 6; round++) {
        work += SERVICE;
        double last = 0;
        for (double phase : phases) {
          work = Math.max(0, work - (phase - last)) + SERVICE;
          last = phase;
        }
        work = Math.max(0, work - (period - last));
      }
      sum += work;
    }
    return sum / runs;
  }

  /** A loop of four finds three of its own, and fewer of a neighbour's bursts than on average. */
  @Test
  void itsOwnAreAheadForCertain() {
    Interval loop = did(369, 10_650, 1, Limit.NONE);
    Interval bursts = did(540, 18_400, 0.73, Limit.ABOVE);
    Parts parts = Parts.of(loop, Bottleneck.of(List.of(loop, bursts), SERVICE));
    assertParts(parts, 1_000, 6_720, 0, 2_930);
  }

  /** Eight at a time of 1 ms each: of 31 ahead one waits for 24. */
  @Test
  void nobodyWaitsForWhatIsServedBesideIt() {
    Interval one = did(4_000, 4_000, 1, Limit.NONE);
    Parts parts = Parts.of(one, Bottleneck.of(List.of(one, one), SERVICE / 8));
    assertParts(parts, 1_000, 1_549, 0, 1_451);
  }

  @Test
  void moreThanWhatIsAheadCanTakeIsNotExplained() {
    Interval alone = did(100, 9_000, 0.9, Limit.NONE);
    Parts parts = Parts.of(alone, Bottleneck.of(List.of(alone), SERVICE));
    assertParts(parts, 1_000, 0, 0, 0);
    assertThat(parts.unexplained()).isCloseTo(8_000, within(1.0));
  }

  @Test
  void minutesAreThoseOfTheClockAndFifteenAreKept() {
    ReceiptBook book = new ReceiptBook();
    for (int i = 0; i < 20; i++) {
      minute(book, i, did(100 + i, 1_000, 0.1, Limit.NONE));
    }
    assertThat(book.receipts()).hasSize(ReceiptBook.KEPT);
    assertThat(book.receipts().getFirst().at()).isEqualTo(MINUTE.plusSeconds(19 * 60));
    assertThat(book.receipts().getFirst().ios()).isEqualTo(60 * 118);
    assertThat(book.receipts().getLast().at()).isEqualTo(MINUTE.plusSeconds(5 * 60));
  }

  @Test
  void thePartsOfRandomMinutesAddUpToWhatWasMeasured() {
    SplittableRandom random = new SplittableRandom(17);
    for (int run = 0; run < 2_000; run++) {
      List<ReceiptBook> books = new ArrayList<>();
      for (int i = 0; i < random.nextInt(1, 5); i++) {
        books.add(new ReceiptBook());
      }
      for (int second = 0; second < 61; second += 10) {
        List<Interval> did = books.stream().map(book -> random(random)).toList();
        Bottleneck bottleneck = Bottleneck.of(did, random.nextDouble(2_000));
        for (int i = 0; i < did.size(); i++) {
          books.get(i).add(did.get(i), bottleneck, MINUTE.plusSeconds(second));
        }
      }
      books.forEach(book -> book.receipts().forEach(ReceiptBookTest::assertLaw));
    }
  }

  private static Interval random(SplittableRandom random) {
    double perSecond = random.nextInt(4) == 0 ? 0 : random.nextDouble(2_000);
    double latency = perSecond == 0 ? 0 : Math.exp(random.nextDouble(3, 13));
    return new Interval(
        new Measured(
            perSecond,
            perSecond,
            latency,
            random.nextDouble(64),
            random.nextInt(5) == 0 ? 0 : random.nextDouble()),
        random.nextDouble(3_000),
        new Held(
            Limit.values()[random.nextInt(4)],
            random.nextInt(3) == 0 ? 0 : Math.exp(random.nextDouble(3, 13)),
            random.nextInt(3) == 0 ? 1 : 1 - random.nextDouble()),
        random.nextInt(3) == 0 ? 0 : random.nextDouble(64));
  }

  private static void assertLaw(Receipt receipt) {
    assertThat(receipt.remainder()).isCloseTo(0, within(1e-9 * receipt.total()));
    assertThat(receipt.total()).isGreaterThanOrEqualTo(receipt.measured() * (1 - 1e-9));
    assertThat(
            List.of(
                receipt.parts().device(),
                receipt.parts().neighbours(),
                receipt.parts().limit(),
                receipt.parts().application(),
                receipt.parts().unexplained()))
        .allMatch(part -> part >= -1e-9 * receipt.total());
  }

  private static Interval did(double perSecond, double latency, double busy, Limit limit) {
    return interval(perSecond, latency, busy, limit, 0);
  }

  private static Interval below(double perSecond, double latency, double busy, double pace) {
    return interval(perSecond, latency, busy, Limit.BELOW, pace);
  }

  private static Interval interval(
      double perSecond, double latency, double busy, Limit limit, double pace) {
    double outstanding = perSecond * latency / 1e6;
    double used = pace > 0 ? Math.min(1, perSecond * pace / 1e6) : 1;
    return interval(perSecond, latency, outstanding, busy, new Held(limit, pace, used), 0);
  }

  private static Interval interval(
      double perSecond, double latency, double outstanding, double busy, Held held, double depth) {
    return new Interval(
        new Measured(perSecond, perSecond, latency, outstanding, busy), SERVICE, held, depth);
  }

  private static void minute(ReceiptBook book, int at, Interval did) {
    Bottleneck alone = Bottleneck.of(List.of(did), SERVICE);
    for (int second = 0; second < 60; second++) {
      book.add(did, alone, MINUTE.plusSeconds(60L * at + second));
    }
  }

  private static void assertParts(
      Parts parts, double device, double neighbours, double cap, double application) {
    assertThat(parts.device()).isCloseTo(device, within(100.0));
    assertThat(parts.neighbours()).isCloseTo(neighbours, within(100.0));
    assertThat(parts.limit()).isCloseTo(cap, within(100.0));
    assertThat(parts.application()).isCloseTo(application, within(100.0));
  }
}
