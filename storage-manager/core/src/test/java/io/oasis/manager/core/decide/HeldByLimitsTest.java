package io.oasis.manager.core.decide;

import static io.oasis.manager.core.decide.ToldDomain.BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.capacity.CapacityEstimator;
import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import org.junit.jupiter.api.Test;

/** Shows when a device that looks saturated is only held back by the limits on its queues. */
class HeldByLimitsTest {
  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, "default");
  private final CapacityEstimator capacity =
      new CapacityEstimator(new CapacityMemory(10_000, 10_000, 0));
  private final CapacityMeter meter = new CapacityMeter(told.domain, capacity);
  private final HeardQueue queue = told.queue("a");

  HeldByLimitsTest() {
    told.lun("a", Pressure.SATURATED, 100, 10, 0.5);
  }

  /** Whether limits hold it back where it gets so much, wants more, and may have so much. */
  private boolean holds(double iops, double limit) {
    told.limit(queue, limit);
    return holds(iops);
  }

  private boolean holds(double iops) {
    told.does(queue, Quality.CENSORED, iops);
    return holds();
  }

  private boolean holds() {
    meter.measure(told.now());
    return !capacity.isSaturated();
  }

  private static boolean holdsAnew(double iops, double limit) {
    return new HeldByLimitsTest().holds(iops, limit);
  }

  /** A direction has 98 of 100, as the other keeps 2; 1.5 % less is short. */
  @Test
  void whoGetsAllThatItsLimitLetsItIsHeldByIt() {
    assertThat(holdsAnew(97, 100)).isTrue();
    assertThat(holdsAnew(96, 100)).as("less: the device holds it back").isFalse();
  }

  /** The other direction keeps one whole I/O at least: 19 of 20 are left, and 9 of 10. */
  @Test
  void aSmallLimitLeavesAnIoToTheOtherDirection() {
    assertThat(holdsAnew(19, 20)).isTrue();
    assertThat(holdsAnew(18.5, 20)).isFalse();
    assertThat(holdsAnew(9, 10)).isTrue();
  }

  @Test
  void ofOneIoTheOtherDirectionKeepsNone() {
    assertThat(holdsAnew(0.97, 1)).isTrue();
    assertThat(holdsAnew(0.95, 1)).isFalse();
  }

  @Test
  void aLimitInBytesIsNoDifferent() {
    assertThat(holdsBytes(19.4, 20)).isTrue();
    assertThat(new HeldByLimitsTest().holdsBytes(19, 20)).as("no whole I/Os here").isFalse();
  }

  private boolean holdsBytes(double iops, double limit) {
    told.limit(queue, RateBound.ofBytesPerSecond(limit * BYTES));
    return holds(iops);
  }

  /** With 9 of 10 left to it, 8.9 are not short, but they are less than nine tenths. */
  @Test
  void aLimitBindsFromNineTenthsOfIt() {
    assertThat(holdsAnew(9, 10)).isTrue();
    assertThat(holdsAnew(8.9, 10)).isFalse();
  }

  @Test
  void whoWantsNoMoreIsNotHeld() {
    told.limit(queue, 100);
    told.does(queue, Quality.OBSERVED, 99);
    assertThat(holds()).isFalse();
  }

  @Test
  void aDeviceWithoutIdleMomentsIsNotHeld() {
    told.lun("a", Pressure.SATURATED, 100, 10, 0.94);
    assertThat(holds(97, 100)).isTrue();
    told.lun("a", Pressure.SATURATED, 100, 10, 0.95);
    assertThat(holds(97, 100)).isFalse();
  }

  @Test
  void severalLunsAreIdleTogether() {
    told.lun("a", Pressure.SATURATED, 100, 10, 0.45);
    told.lun("b", Pressure.SATURATED, 100, 10, 0.45);
    assertThat(holds(97, 100)).isTrue();
    told.lun("b", Pressure.SATURATED, 100, 10, 0.55);
    assertThat(holds(97, 100)).isFalse();
  }

  /** Both may have 196 together: one gets what the other leaves. */
  @Test
  void whatAllGetTogetherCounts() {
    HeardQueue other = told.queue("b");
    told.limit(other, 100);
    told.does(other, Quality.CENSORED, 95);
    assertThat(holds(99.5, 100)).isTrue();
    told.does(other, Quality.CENSORED, 80);
    assertThat(holds(99.5, 100)).isFalse();
  }

  @Test
  void whileSomebodyWhoWantsMoreIsFreeTheDeviceHoldsThemBack() {
    HeardQueue free = told.does(told.queue("b"), Quality.CENSORED, 50);
    assertThat(holds(99, 100)).isFalse();
    told.does(free, Quality.OBSERVED, 50);
    assertThat(holds(99, 100)).isTrue();
  }

  /**
   * An interval counts for three tenths: after 99 of 98 one of 91 is not short, a second one is.
   */
  @Test
  void onePoorIntervalIsChance() {
    assertThat(holds(99, 100)).isTrue();
    assertThat(holds(91, 100)).isTrue();
    assertThat(holds(91, 100)).isFalse();
  }

  /** While nobody wants more there is nothing to be smoothed. */
  @Test
  void aCalmIntervalSaysNothing() {
    told.does(queue, Quality.OBSERVED, 10);
    assertThat(holds()).isFalse();
    assertThat(holds(96, 100)).isFalse();
  }

  /** A part of what it got it got under the limit before: 97 of 98, and not of 103. */
  @Test
  void ofANewLimitAndTheLastTheTighterCounts() {
    assertThat(holds(97, 100)).isTrue();
    assertThat(holds(97, 105)).isTrue();
    assertThat(holds(97, 105)).isFalse();
  }
}
