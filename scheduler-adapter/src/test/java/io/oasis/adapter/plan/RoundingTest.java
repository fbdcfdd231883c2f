package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Grain;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.Version;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what becomes of a limit that a target cannot hold as it is. */
class RoundingTest {
  private static final long MIB = 1 << 20;

  /** As SPDK's. */
  private static final Grain COARSE = grain(false);

  private static final Grain BY_BYTES = grain(true);

  private static Grain grain(boolean operationsByBytes) {
    return new Grain(1_000, MIB, 1_000, MIB, operationsByBytes, Grain.Change.FREE);
  }

  private static Optional<RateBound> iops(double rate) {
    return Optional.of(rate).filter(given -> given > 0).map(RateBound::ofIops);
  }

  private static Setting setting(double limit, double reserve, double cap) {
    return new Setting(
        new QueueId(new ApplicationId("a"), new LunId("l")),
        new Version(1, 1),
        iops(limit),
        1,
        iops(reserve),
        Optional.empty(),
        iops(cap));
  }

  /** 0 is none: of a reserve and of a cap. */
  @ParameterizedTest
  @CsvSource({
    "639, 0, 0, 1000",
    "639, 0, 2000, 1000",
    "1200, 1200, 0, 2000",
    "900, 1200, 0, 2000",
    "1000, 0, 0, 1000",
    "1005, 0, 0, 1000",
    "1200, 0, 1500, 1000",
    "2000, 0, 2000, 2000",
    "639, 0, 700, 1000"
  })
  void upToAStepAndDownOnlyUnderACap(double limit, double reserve, double cap, long held) {
    assertThat(Rounding.of(setting(limit, reserve, cap), COARSE, 4_096))
        .extracting(Rounding.Rounded::iops, Rounding.Rounded::bytes)
        .containsExactly(held, 0L);
  }

  /** With the step in operations beside, should they become smaller; none where that is tighter. */
  @ParameterizedTest
  @CsvSource({
    "639, 0, 4096, 3, 1000, 768",
    "256, 0, 4096, 1, 1000, 256",
    "100, 0, 4096, 1, 1000, 256",
    "2000, 0, 4096, 0, 2000, 2000",
    "1200, 1500, 4096, 5, 1000, 1280",
    "300, 512, 4096, 2, 0, 512",
    "639, 0, 512, 0, 1000, 1000",
    "20, 0, 524288, 10, 1000, 20"
  })
  void operationsAreHeldInBytesWhereThatIsFiner(
      double limit, double cap, double size, long steps, long guard, double allows) {
    Rounding.Rounded rounded = Rounding.of(setting(limit, 0, cap), BY_BYTES, size);
    assertThat(rounded.bytes()).isEqualTo(steps * MIB);
    assertThat(rounded.allows().iops().orElseThrow().perSecond()).isEqualTo(allows);
    assertThat(rounded.iops()).isEqualTo(guard == 1_000 && allows > 1_000 ? 0 : guard);
  }

  @ParameterizedTest
  @CsvSource({
    "639, 0, 'limit of 639 IOPS is held at 1000, the next that can be held here'",
    "639, 700, 'the operator''s cap of 700 IOPS cannot be held: the least here is 1000'",
    "1200, 1500, 'limit of 1200 IOPS is held at 1000: the next step would be above'",
    "1980, 0, ''"
  })
  void whatCouldNotBeDoneIsSaid(double limit, double cap, String shortfall) {
    assertThat(Rounding.of(setting(limit, 0, cap), COARSE, 0).shortfall()).startsWith(shortfall);
    assertThat(Rounding.of(setting(limit, 0, cap), COARSE, 0).shortfall().isEmpty())
        .isEqualTo(shortfall.isEmpty());
  }

  private static Setting of(RateBound limit, Optional<RateBound> reserve, Optional<RateBound> cap) {
    Setting plain = setting(1, 0, 0);
    return new Setting(
        plain.queue(), plain.version(), Optional.of(limit), 1, reserve, Optional.empty(), cap);
  }

  private static Optional<RateBound> bytes(double rate) {
    return Optional.of(rate).filter(given -> given > 0).map(RateBound::ofBytesPerSecond);
  }

  @ParameterizedTest
  @CsvSource({
    "1.5, 0, 0, 2, 'limit of 1572864 bytes/s is held at 2097152'",
    "1, 3, 0, 3, ''",
    "2, 0, 0, 2, ''",
    "1.5, 0, 1.9, 1, 'limit of 1572864 bytes/s is held at 1048576: the next step would be'"
  })
  void aLimitInBytesIsHeldInSteps(
      double limit, double reserve, double cap, long held, String shortfall) {
    Setting setting =
        of(RateBound.ofBytesPerSecond(limit * MIB), bytes(reserve * MIB), bytes(cap * MIB));
    Rounding.Rounded rounded = Rounding.of(setting, COARSE, 0);
    assertThat(rounded.iops()).isZero();
    assertThat(rounded.bytes()).isEqualTo(held * MIB);
    assertThat(rounded.allows()).isEqualTo(RateBound.ofBytesPerSecond(held * MIB));
    assertThat(rounded.shortfall()).startsWith(shortfall);
    assertThat(rounded.shortfall().isEmpty()).isEqualTo(shortfall.isEmpty());
  }

  /** 0 is a size that is not known: then a rail in the other unit says nothing. */
  @ParameterizedTest
  @CsvSource({"4096, 2000", "0, 1000"})
  void aReserveInBytesHoldsALimitInOperations(double size, long held) {
    Setting setting = of(RateBound.ofIops(100), bytes(2_000 * 4_096), Optional.empty());
    assertThat(Rounding.of(setting, COARSE, size).iops()).isEqualTo(held);
  }

  @ParameterizedTest
  @CsvSource({"4096, 1", "0, 2"})
  void aCapInOperationsHoldsALimitInBytes(double size, long steps) {
    Setting setting = of(RateBound.ofBytesPerSecond(1.5 * MIB), Optional.empty(), iops(400));
    assertThat(Rounding.of(setting, COARSE, size).bytes()).isEqualTo(steps * MIB);
  }

  /** The tighter of the two, whichever it is. */
  @ParameterizedTest
  @CsvSource({
    "1500, 9e6, 1000, 2",
    "9000, 6e6, 1000, 2",
    "9000, 9e6, 2000, 2",
    "300, 9e6, 1000, 1"
  })
  void ofACapInBothUnitsTheTighterHolds(double cap, double byteCap, long iops, long steps) {
    Optional<RateBound> rails =
        Optional.of(
            new RateBound(RateBound.ofIops(cap).iops(), Optional.of(new BytesPerSecond(byteCap))));
    Setting operations = of(RateBound.ofIops(1_200), Optional.empty(), rails);
    assertThat(Rounding.of(operations, COARSE, 4_096).iops()).isEqualTo(iops);
    Setting volume = of(RateBound.ofBytesPerSecond(1.5 * MIB), Optional.empty(), rails);
    assertThat(Rounding.of(volume, COARSE, 4_096).bytes()).isEqualTo(steps * MIB);
  }

  @Test
  void aCapInBothUnitsHoldsEachWhereTheSizeIsNotKnown() {
    Optional<RateBound> rails =
        Optional.of(
            new RateBound(RateBound.ofIops(300).iops(), Optional.of(new BytesPerSecond(9e6))));
    Setting volume = of(RateBound.ofBytesPerSecond(1.5 * MIB), Optional.empty(), rails);
    assertThat(Rounding.of(volume, COARSE, 0).bytes()).isEqualTo(2 * MIB);
  }

  @Test
  void noLimitIsBelowWhatWasAskedAndNoneAboveACapThatCanBeHeld() {
    // Property: seeded; limits and caps of four orders of magnitude, sizes of a sector to 1 MiB.
    Random random = new Random(20_261_124);
    for (int i = 0; i < 100_000; i++) {
      double limit = 1 + Math.pow(10, 4 * random.nextDouble());
      double cap = random.nextBoolean() ? 0 : limit * (1 + random.nextDouble());
      double size = random.nextInt(4) == 0 ? 0 : 512 * Math.pow(2, random.nextInt(12));
      Rounding.Rounded rounded = Rounding.of(setting(limit, 0, cap), BY_BYTES, size);
      double held = rounded.allows().iops().orElseThrow().perSecond();
      double least = size == 0 ? 1_000 : Math.min(1_000, MIB / size);
      double step = size == 0 ? 1_000 : Math.min(1_000, MIB / size);
      String what = "limit %s cap %s size %s: %s".formatted(limit, cap, size, rounded);
      assertThat(rounded.iops() + rounded.bytes()).as(what).isPositive();
      if (cap == 0) {
        assertThat(held).as(what).isBetween(0.99 * limit, Math.max(least, limit + 1.01 * step));
      } else if (cap >= least) {
        assertThat(held).as(what).isLessThanOrEqualTo(cap);
        assertThat(held).as(what).isGreaterThan(Math.min(0.99 * limit, cap - step));
      }
    }
  }
}
