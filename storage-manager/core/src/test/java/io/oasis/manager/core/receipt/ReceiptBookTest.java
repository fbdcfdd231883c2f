package io.oasis.manager.core.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.receipt.Interval.Limit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
    assertThat(receipt.cap()).isCloseTo(61_000, within(1.0));
    assertThat(receipt.total()).isCloseTo(64_000, within(1.0));
  }

  @Test
  void anArraysLimitIsWhatItsQueueWaitsLongerThanOthers() {
    Interval held = did(300, 53_000, 1, Limit.BELOW);
    Interval free = did(500, 2_000, 1, Limit.NONE);
    Parts parts = Parts.of(held, Bottleneck.of(List.of(held, free), SERVICE));
    assertParts(parts, 1_000, 1_000, 51_000, 0);
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
        perSecond,
        perSecond,
        latency,
        random.nextDouble(64),
        random.nextInt(5) == 0 ? 0 : random.nextDouble(),
        random.nextDouble(3_000),
        Limit.values()[random.nextInt(4)]);
  }

  private static void assertLaw(Receipt receipt) {
    assertThat(receipt.remainder()).isCloseTo(0, within(1e-9 * receipt.total()));
    assertThat(receipt.total()).isGreaterThanOrEqualTo(receipt.measured() * (1 - 1e-9));
    assertThat(
            List.of(
                receipt.device(),
                receipt.neighbours(),
                receipt.cap(),
                receipt.application(),
                receipt.unexplained()))
        .allMatch(part -> part >= -1e-9 * receipt.total());
  }

  private static Interval did(double perSecond, double latency, double busy, Limit limit) {
    return new Interval(
        perSecond, perSecond, latency, perSecond * latency / 1e6, busy, SERVICE, limit);
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
    assertThat(parts.cap()).isCloseTo(cap, within(100.0));
    assertThat(parts.application()).isCloseTo(application, within(100.0));
  }
}
