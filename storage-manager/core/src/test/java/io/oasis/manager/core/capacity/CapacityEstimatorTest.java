package io.oasis.manager.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.CapacityEstimate.Source;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Capacity is learned from what saturated, grows only by trying, and is unknown until then. */
class CapacityEstimatorTest extends Measured {
  @Test
  void aDeviceThatNeverSaturatedHasNoUpperEnd() {
    for (int i = 0; i < 50; i++) {
      measure(500, false, false);
    }
    assertThat(estimator.toShare()).isEmpty();
    assertThat(estimate().upperIops()).isEmpty();
    assertThat(estimate().source()).isEqualTo(Source.UNSATURATED);
  }

  @Test
  void aHalfIntervalAtTheStartIsNotTakenForTheCapacity() {
    measure(400, true, false);
    assertThat(estimator.toShare()).isEmpty();
    measure(1_000, true, false);
    measure(1_010, true, false);
    assertThat(estimator.toShare()).as("two that agree do not say it yet").isEmpty();
    measure(990, true, false);
    assertThat(estimator.toShare().orElseThrow()).isBetween(990.0, 1_020.0);
  }

  @Test
  void aDeviceWhoseThroughputNeverAgreesIsKnownByItsMean() {
    double[] erratic = {130, 222, 100, 220, 120, 210, 105, 230};
    for (double sample : erratic) {
      assertThat(estimator.toShare()).isEmpty();
      measure(sample, true, false);
    }
    assertThat(estimator.toShare().orElseThrow()).isBetween(165.0, 172.0);
  }

  @Test
  void oneOutlierChangesNothingTwoAreAChangeAndAreNamed() {
    learn(1_000);
    double before = estimator.toShare().orElseThrow();
    assertThat(measure(600, true, true)).isEmpty();
    assertThat(estimator.toShare()).contains(before);
    assertThat(measure(610, true, true).orElseThrow()).startsWith("capacity changed by -4");
    assertThat(estimate().source()).isEqualTo(Source.CHANGE_POINT);
    assertThat(estimate().lowerCostPerSecond()).isLessThan(600);
    assertThat(measure(605, true, true)).as("what was before it is over").isEmpty();
    assertThat(estimator.toShare().orElseThrow()).isBetween(600.0, 610.0);
  }

  /** It was tried on and on, 2 % every ten intervals, as far as to 1,800. */
  @Test
  void whatIsTriedInVainIsTakenBackAndTriedLessAndLessOften() {
    learn(1_000);
    int high = 0;
    for (int i = 0; i < 600; i++) {
      measure(1_005, false, true);
      assertThat(estimator.toShare().orElseThrow()).isBetween(998.0, 1_022.0);
      assertThat(estimator.carried().orElseThrow()).isBetween(995.0, 1_010.0);
      high += estimator.toShare().orElseThrow() > 1_010 ? 1 : 0;
    }
    assertThat(high).isBetween(30, 80);
  }

  @Test
  void whatFollowsIsTriedFurther() {
    learn(1_000);
    for (int i = 0; i < 60; i++) {
      measure(0.9 * estimator.toShare().orElseThrow(), false, true);
    }
    assertThat(estimator.toShare().orElseThrow()).isGreaterThan(1_080);
  }

  /** 800 is no outlier to a device that was noisy, and 560 never comes twice on end. */
  @Test
  void aNoisyDeviceThatComesToCarryLessIsKnownByItsMean() {
    for (int i = 0; i < 40; i++) {
      measure(i % 2 == 0 ? 900 : 1_100, true, true);
    }
    assertThat(estimator.toShare().orElseThrow()).isBetween(950.0, 1_050.0);
    for (int i = 0; i < 10; i++) {
      measure(i % 2 == 0 ? 560 : 800, true, true);
    }
    assertThat(estimator.toShare().orElseThrow()).isBetween(640.0, 720.0);
  }

  @Test
  void whileSomebodyIsStarvedOnlyWhatLastsCounts() {
    learn(1_000);
    double before = estimator.carried().orElseThrow();
    for (int i = 0; i < 3; i++) {
      assertThat(measureUneven(500)).isEmpty();
    }
    assertThat(estimator.carried()).contains(before);
    Optional<String> told = Optional.empty();
    for (int i = 0; i < 4 && told.isEmpty(); i++) {
      told = measureUneven(500);
    }
    assertThat(told.orElseThrow()).startsWith("capacity changed by -");
  }

  @Test
  void whatIsSharedOutStaysBelowTheLoadThatStarvedSomebodyForTenMinutes() {
    learn(1_000);
    measureUneven(700);
    for (int i = 0; i < 600; i++) {
      measure(1_000, true, true);
      assertThat(estimator.toShare().orElseThrow()).isBetween(949.0, 951.0);
    }
    measure(1_000, true, true);
    assertThat(estimator.toShare().orElseThrow()).isBetween(998.0, 1_002.0);
  }

  /** One that stops for a moment takes nothing from the others. */
  @Test
  void whoGetsNothingOfADeviceThatCarriesAsMuchAsBeforeShowsNoEdge() {
    learn(1_000);
    measureUneven(950);
    measure(1_000, true, true);
    assertThat(estimator.toShare().orElseThrow()).isGreaterThan(980);
  }

  @Test
  void aLimitThatBindsOnARelaxedDeviceIsTriedUpwards() {
    learn(1_000);
    for (int i = 0; i < 8 && estimator.toShare().orElseThrow() < 1_400; i++) {
      measure(1.03 * estimator.toShare().orElseThrow(), false, true);
    }
    assertThat(estimator.toShare().orElseThrow()).isGreaterThan(1_400);
    Optional<String> told = measure(1_400, true, true);
    for (int i = 0; i < 2; i++) {
      told = told.or(() -> measure(1_400, true, true));
    }
    assertThat(told.orElseThrow()).startsWith("capacity changed by +");
  }

  @Test
  void idleMomentsWithoutMoreThroughputAreNotTakenForMoreCapacity() {
    learn(1_000);
    double before = estimator.toShare().orElseThrow();
    for (int i = 0; i < 60; i++) {
      measure(995, i % 8 == 7, true);
    }
    assertThat(estimator.toShare().orElseThrow()).isBetween(0.99 * before, 1.01 * before);
  }

  @Test
  void whatADeviceMakesUpForAfterAStallIsNotMoreCapacity() {
    learn(1_000);
    for (double sample : new double[] {920, 985, 970, 1_030, 1_005, 1_030, 1_020}) {
      measure(sample, false, true);
    }
    assertThat(estimator.toShare().orElseThrow()).isBetween(998.0, 1_002.0);
  }

  @Test
  void whatWasTriedInVainIsForgottenWithTheSecondMeasurement() {
    learn(1_000);
    for (int i = 0; i < 10; i++) {
      measure(1_000, false, true);
    }
    assertThat(estimator.toShare().orElseThrow()).isBetween(1_018.0, 1_022.0);
    measure(1_005, true, true);
    assertThat(estimator.toShare().orElseThrow()).isBetween(1_015.0, 1_022.0);
    measure(1_005, true, true);
    assertThat(estimator.toShare().orElseThrow()).isBetween(998.0, 1_002.0);
  }

  /** A device that carries 610 in 61 % of the time carries 1,000 in all of it. */
  @Test
  void idleMomentsAtTheLimitsLetItGrowWhileItFollows() {
    learn(610);
    double center = 610;
    for (int i = 0; i < 9; i++) {
      now = now.plusSeconds(1);
      estimator.measure(center, 1_000, false, false, true, false, now);
      center = estimator.toShare().orElseThrow();
    }
    assertThat(center).isBetween(940.0, 1_100.0);
  }

  /**
   * A second's count of an array that carries 1,000 is some 0.5 % off, and the most of many is too
   * high.
   */
  @Test
  void theMostOfManyCountsIsNotTakenForTheLeastThatThereIs() {
    learn(990);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 200; i++) {
      measure(1_000 * (1 + (random.nextDouble() - 0.5) / 100), false, true);
    }
    assertThat(estimate().source()).isEqualTo(Source.UNSATURATED);
    assertThat(estimate().lowerCostPerSecond()).isLessThan(1_000);
  }

  /** Such an array carries 400, in half of the time and no more in all of it. */
  @Test
  void idleMomentsThatDeceiveCostASmallStep() {
    learn(400);
    double most = 0;
    for (int i = 0; i < 300; i++) {
      now = now.plusSeconds(1);
      boolean isBeyond = estimator.toShare().orElseThrow() > 408;
      estimator.measure(
          isBeyond ? 400 : 398, isBeyond ? 400 : 800, isBeyond, false, true, true, now);
      most = Math.max(most, estimator.toShare().orElseThrow());
    }
    assertThat(most).isLessThan(1.1 * 400);
  }

  @Test
  void whatASaturatedDeviceDidAndCouldHaveDoneAreBothInTheInterval() {
    learn(1_000);
    for (int i = 0; i < 20; i++) {
      now = now.plusSeconds(1);
      estimator.measure(910, 1_000, true, false, true, false, now);
    }
    CapacityEstimate told = estimator.estimate(4_096, now);
    assertThat(told.lowerCostPerSecond()).isBetween(880.0, 920.0);
    assertThat(told.upperCostPerSecond().orElseThrow()).isBetween(990.0, 1_030.0);
  }

  @Test
  void aQuietDomainKeepsWhatItKnows() {
    learn(1_000);
    double before = estimator.toShare().orElseThrow();
    for (int i = 0; i < 500; i++) {
      measure(20, false, false);
    }
    assertThat(estimator.toShare()).contains(before);
  }

  @Test
  void itDoesNotRememberTheMaximum() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 400; i++) {
      measure(1_000 * (1 + 0.08 * (random.nextDouble() * 2 - 1)), true, true);
    }
    assertThat(estimator.toShare().orElseThrow()).isBetween(960.0, 1_050.0);
  }

  @Test
  void aRestartGoesOnFromWhatWasKept() {
    learn(1_000);
    CapacityEstimator restarted = new CapacityEstimator(estimator.memory());
    assertThat(restarted.toShare()).isEqualTo(estimator.toShare());
  }

  @Test
  void whatSomebodyElseBelievedIsSharedOutUntilItIsMeasured() {
    estimator.startFrom(700);
    assertThat(estimator.toShare()).contains(700.0);
    assertThat(estimate().source()).isEqualTo(Source.UNSATURATED);
    measure(1_000, true, true);
    assertThat(estimator.toShare()).contains(700.0);
    assertThat(measure(1_000, true, true).orElseThrow()).startsWith("capacity found");
    assertThat(estimator.toShare().orElseThrow()).isBetween(990.0, 1_010.0);
  }
}
