package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Iops;
import io.oasis.protocol.RateBound;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows how a limit over both directions becomes whole numbers for each. */
class SplitTest {
  @ParameterizedTest
  @CsvSource({
    "1000, 0.7, 700, 300",
    "1000, 1, 1000, 500",
    "1000, 0.99, 1000, 500",
    "1000, 0, 500, 1000",
    "1000, 0.97, 970, 30",
    "1000.9, 0.5, 500, 500",
    "10, 1, 10, 5",
    "2, 0.5, 1, 1",
    "3, 0, 1, 3"
  })
  void givesEachDirectionItsPart(double limit, double share, long reads, long writes) {
    assertThat(Split.of(RateBound.ofIops(limit), share, 1))
        .isEqualTo(Throttle.ofEach(reads, writes, 0, 0));
  }

  /** A reserve is never above the limit; one in bytes counts in runs of 32 KiB. */
  @ParameterizedTest
  @CsvSource({
    "300.5, 0, 2, 300, 2000",
    "3000, 0, 0.5, 1000, 500",
    "0, 1048576, 1, 32, 0",
    "0, 0, 1, 0, 0"
  })
  void anArbiterHoldsReserveAndShareToo(
      double iops, double bytes, double weight, long reserve, long share) {
    Optional<RateBound> floor =
        iops > 0
            ? Optional.of(RateBound.ofIops(iops))
            : Optional.of(bytes).filter(given -> given > 0).map(RateBound::ofBytesPerSecond);
    Throttle held = Throttle.ofBoth(1000, 0).with(Part.RESERVE, reserve).with(Part.SHARE, share);
    assertThat(Split.ofArbiter(Throttle.ofBoth(1_000, 0), floor, Optional.of(weight)))
        .isEqualTo(held);
  }

  /** 249 of a limit of 254 would let 240 pass: the kernel counts whole operations per slice. */
  @ParameterizedTest
  @CsvSource({"254.5, 0.98, 250, 5", "259, 0.98, 254, 5", "262, 0.02, 5, 260", "250, 1, 250, 125"})
  void theBusyDirectionGetsWhatPassesAsItIs(double limit, double share, long reads, long writes) {
    assertThat(Split.of(RateBound.ofIops(limit), share, 10))
        .isEqualTo(Throttle.ofEach(reads, writes, 0, 0));
  }

  /** The kernel forgets fractions of operations in each of its slices, but no bytes. */
  @Test
  void whileIosAreOfOneSizeBytesHoldALimitInOperations() {
    ReadWriteRatio ratio = new ReadWriteRatio();
    Counters counters = Counters.ZERO;
    for (int second = 0; second < 5; second++) {
      counters = counters.plus(new Counters(90, 2, 90 * 4_096, 2 * 512));
      look(ratio, counters, second);
    }
    assertThat(Split.of(RateBound.ofIops(95.5), 1, 10, ratio))
        .isEqualTo(Throttle.ofEach(100, 20, 93 * 4_096, 16 * 512));
    look(ratio, counters.plus(new Counters(90, 2, 90 * 65_536, 2 * 512)), 5);
    assertThat(Split.of(RateBound.ofIops(95.5), 1, 10, ratio))
        .as("sizes that change are held in operations alone")
        .extracting(held -> held.get(Part.READ_IOPS), held -> held.get(Part.READ_BYTES))
        .containsExactly(93L, 0L);
  }

  @Test
  void aTargetWithoutGrainNeedsNoBytes() {
    ReadWriteRatio ratio = new ReadWriteRatio();
    for (int second = 0; second < 5; second++) {
      look(ratio, new Counters(90 * second, 0, 90 * second * 4_096, 0), second);
    }
    Throttle parts = Split.of(RateBound.ofIops(95.5), 1, 1, ratio);
    assertThat(parts.get(Part.READ_BYTES)).isZero();
  }

  private static void look(ReadWriteRatio ratio, Counters counters, int second) {
    ratio.look(counters, Duration.ofSeconds(second), Throttle.NONE, RateBound.ofIops(95.5));
  }

  /** Who could not be limited would be free. */
  @Test
  void belowTheLeastItIsTheLeast() {
    assertThat(Split.of(RateBound.ofIops(0.9), 0.5, 1)).isEqualTo(Throttle.ofEach(1, 1, 0, 0));
    assertThat(Split.of(RateBound.ofBytesPerSecond(100), 0.5, 1))
        .isEqualTo(Throttle.ofEach(0, 0, 4_096, 4_096));
  }

  @Test
  void theSumNeverExceedsTheLimitAndLosesLessThanOne() {
    // Property: seeded, over limits of nine orders of magnitude; both directions are in use.
    Random random = new Random(20_260_101);
    for (int i = 0; i < 100_000; i++) {
      double iops = 2 + Math.pow(10, random.nextDouble() * 9);
      double bytes = Split.MIN_BYTES + Math.pow(10, random.nextDouble() * 12);
      double share = Split.UNUSED + (1 - 2 * Split.UNUSED) * random.nextDouble();
      RateBound limit =
          new RateBound(Optional.of(new Iops(iops)), Optional.of(new BytesPerSecond(bytes)));
      Throttle parts = Split.of(limit, share, 1);
      long whole = parts.get(Part.READ_IOPS) + parts.get(Part.WRITE_IOPS);
      assertThat((double) whole).isLessThanOrEqualTo(iops).isGreaterThan(iops - 1);
      assertThat((double) parts.get(Part.READ_BYTES) + parts.get(Part.WRITE_BYTES))
          .isLessThanOrEqualTo(bytes);
      assertThat(parts.get(Part.READ_IOPS)).isPositive();
      assertThat(parts.get(Part.WRITE_IOPS)).isPositive();
      assertThat(Math.min(parts.get(Part.READ_IOPS), parts.get(Part.WRITE_IOPS)))
          .isGreaterThanOrEqualTo((long) (whole * Split.UNUSED));
    }
  }
}
