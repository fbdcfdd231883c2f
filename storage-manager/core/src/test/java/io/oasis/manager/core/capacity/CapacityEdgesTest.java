package io.oasis.manager.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.CapacityEstimate.Source;
import org.junit.jupiter.api.Test;

/** Shows how far off and how often a measurement must be to count, and what is told of it. */
class CapacityEdgesTest extends Measured {
  private static final CapacityMemory KNOWN = new CapacityMemory(1_000, 0, 1_000);

  private void isShared(double costPerSecond) {
    assertThat(estimator.toShare().orElseThrow()).isCloseTo(costPerSecond, within(1e-6));
  }

  @Test
  void aTenthOffIsSmoothedAndMoreIsAnOutlier() {
    learn(1_000);
    measure(1_101, true, false);
    isShared(1_000);
    measure(1_100, true, false);
    isShared(1_020);
  }

  /** 690 is 15 % off 600. */
  @Test
  void outliersThatAgreeAreAChange() {
    learn(1_000);
    measure(600, true, true);
    assertThat(measure(691, true, true)).isEmpty();
    isShared(1_000);
    measure(1_000, true, true);
    measure(600, true, true);
    assertThat(measure(690, true, true))
        .contains("capacity changed by -36 %, from 1000 to 645 cost/s");
    isShared(645);
  }

  /** A limit that moves with every measurement would be pushed with every one. */
  @Test
  void whatIsSharedOutFollowsByMoreThanAHundredth() {
    learn(1_000);
    measure(1_050, true, false);
    isShared(1_000);
    measure(1_020, true, false);
    isShared(1_012);
  }

  @Test
  void aSaturatedDeviceThatCarriesNothingSaysNothing() {
    measure(100, true, false);
    assertThat(estimator.isSaturated()).isTrue();
    measure(0, true, false);
    assertThat(estimator.isSaturated()).isFalse();
    measure(100, false, false);
    assertThat(estimator.isSaturated()).isFalse();
  }

  /** Seven that do not agree, and one after a pause: no device that stays saturated. */
  @Test
  void theMeanIsOfIntervalsOnEnd() {
    double[] erratic = {130, 222, 100, 220, 120, 210, 105};
    for (double sample : erratic) {
      measure(sample, true, false);
    }
    measure(50, false, false);
    measure(230, true, false);
    assertThat(estimator.toShare()).isEmpty();
  }

  @Test
  void moreThanIsKnownCountsWhenItComesTwiceOnEnd() {
    learn(1_000);
    measure(1_030, false, false);
    isShared(1_000);
    measure(1_000, true, false);
    measure(1_030, false, false);
    isShared(1_000);
    measure(1_020, false, false);
    isShared(1_025);
  }

  /** What was known is 900 give or take a tenth, and not what was tried. */
  @Test
  void whatAgreesWithWhatWasKnownBeforeATrialForgetsIt() {
    learn(1_000);
    for (int i = 0; i < 10; i++) {
      measure(1_000, false, true);
    }
    isShared(1_020);
    measure(900, true, true);
    measure(900, true, true);
    isShared(980);
  }

  @Test
  void afterATrialInVainMoreMustComeTwiceAgain() {
    learn(1_000);
    for (int i = 0; i < 20; i++) {
      measure(i < 10 ? 1_000 : 1_008, false, true);
    }
    isShared(1_000);
    measure(1_050, false, true);
    isShared(1_000);
  }

  private void held(double carried, double reach, boolean limitsHold, int intervals) {
    for (int i = 0; i < intervals; i++) {
      now = now.plusSeconds(1);
      estimator.measure(carried, reach, false, false, true, limitsHold, now);
    }
  }

  @Test
  void whatLimitsHoldBackGrowsInTheFourthIntervalWhileItFollows() {
    learn(1_000);
    held(849, 849, true, 4);
    isShared(1_000);
    held(850, 850, true, 1);
    isShared(1_020);
  }

  @Test
  void threeIntervalsAtTheLimitsAreNotEnough() {
    learn(1_000);
    held(900, 900, true, 3);
    isShared(1_000);
    held(900, 900, true, 1);
    isShared(1_020);
  }

  @Test
  void idleTimeMustReachFurtherThanWhatIsKnown() {
    learn(950);
    held(900, 1_000, false, 4);
    isShared(950);
    held(900, 1_001, false, 1);
    isShared(969);
  }

  @Test
  void theLoadThatStarvedSomebodyIsForgottenWhenMoreIsCarried() {
    learn(1_000);
    measureUneven(900);
    isShared(1_000);
    measureUneven(899);
    isShared(950);
    measure(1_030, false, false);
    measure(1_030, false, false);
    isShared(1_030);
  }

  @Test
  void whatWasBelievedIsConfirmedByOneMeasurement() {
    estimator.startFrom(1_000);
    assertThat(estimator.carried()).as("nothing was seen yet").isEmpty();
    assertThat(measure(1_000, true, false)).contains("capacity found: 1000 cost/s");
    assertThat(estimator.carried()).contains(1_000.0);
    assertThat(estimate().source()).isEqualTo(Source.KNEE);
  }

  @Test
  void aTenthMoreThanAFormerControllerKnewIsNoChange() {
    CapacityEstimator next = new CapacityEstimator(KNOWN);
    next.startFrom(1_100);
    assertThat(next.measure(1_100, 1_100, true, false, false, false, now)).isEmpty();
    assertThat(next.estimate(0, now).source()).isEqualTo(Source.KNEE);
  }

  @Test
  void aSuccessorShowsWhatItKnowsAndFromWhere() {
    assertThat(shown(KNOWN).source()).isEqualTo(Source.KNEE);
    assertThat(shown(new CapacityMemory(0, 0, 500)).source()).isEqualTo(Source.UNSATURATED);
    assertThat(shown(CapacityMemory.NONE).source()).isEqualTo(Source.NONE);
  }

  private CapacityEstimate shown(CapacityMemory memory) {
    return new CapacityEstimator(memory).estimate(0, now);
  }

  @Test
  void beforeItSaturatesTheMostThatWasSeenIsTheLeastThereIs() {
    measure(0, false, false);
    assertThat(estimate().source()).isEqualTo(Source.NONE);
    measure(500, false, false);
    measure(300, false, false);
    assertThat(estimate().lowerCostPerSecond()).isCloseTo(485, within(1e-9));
    assertThat(estimator.carried()).as("no capacity to carry a part of").isEmpty();
  }

  /** I/Os of 128 KiB cost 2 each. */
  @Test
  void theEstimateIsAlsoToldInIosOfTheSizeOfNow() {
    assertThat(estimate().ageMillis()).as("never confirmed").isZero();
    learn(1_000);
    now = now.plusSeconds(5);
    CapacityEstimate told = estimator.estimate(CostModel.BYTES_PER_COST, now);
    assertThat(told.lowerCostPerSecond()).isCloseTo(970, within(1e-6));
    assertThat(told.upperCostPerSecond().orElseThrow()).isCloseTo(1_030, within(1e-6));
    assertThat(told.lowerIops()).isCloseTo(485, within(1e-6));
    assertThat(told.upperIops().orElseThrow()).isCloseTo(515, within(1e-6));
    assertThat(told.saturated()).isTrue();
    assertThat(told.ageMillis()).isEqualTo(5_000);
  }
}
