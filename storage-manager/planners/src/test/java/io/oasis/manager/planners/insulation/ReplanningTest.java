package io.oasis.manager.planners.insulation;

import static io.oasis.manager.planners.insulation.DiskSliceTest.BARRACUDA;
import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Shows which changes of profile, disk and set make another plan. */
class ReplanningTest {
  private static final Profile STREAM = new Profile.Streaming("stream", 1);
  private static final Profile NEW = new Profile.Unknown("new", 1);

  private static Profile random(double micros, double hitRatio) {
    HitCurve curve =
        HitCurve.of(HitCurve.Shape.LINEAR, new double[] {512e6}, new double[] {hitRatio});
    return new Profile.Random("random", 1, 1, ServiceTimes.constant(micros), curve, 20);
  }

  private static InsulationPlan plan(double speed, Profile... profiles) {
    DiskTraits disk =
        new DiskTraits(
            BARRACUDA.averageSeekMicros(),
            BARRACUDA.longestSeekMicros(),
            BARRACUDA.rotationMicros(),
            BARRACUDA.streamingBytesPerSecond() * speed);
    return new InsulationPlanner(disk, SliceEnds.LOST, 512e6, new Efficiency(0.9), 1e6)
        .plan(List.of(profiles));
  }

  @Test
  void noiseOfMeasurementsChangesNothing() {
    InsulationPlan inForce = plan(1, STREAM, random(12_000, 0.5));
    InsulationPlan first = inForce;
    SplittableRandom noise = new SplittableRandom(7);
    for (int i = 0; i < 200; i++) {
      double by = 1 - 0.005 * noise.nextDouble();
      InsulationPlan next = plan(by, STREAM, random(12_000 * by, 0.5 * by));
      inForce = Replanning.settle(inForce, next);
      assertThat(inForce.roundMicros()).isEqualTo(first.roundMicros());
      assertThat(inForce.workloads().get(1).partitionBytes())
          .isEqualTo(first.workloads().get(1).partitionBytes());
    }
  }

  @Test
  void whatSomebodyLacksIsGivenAtOnce() {
    InsulationPlan before = plan(1, STREAM, random(12_000, 0.5));
    assertThat(Replanning.keeps(before, plan(1, STREAM, random(12_500, 0.5)))).isFalse();
    assertThat(Replanning.keeps(before, plan(1.02, STREAM, random(12_000, 0.5)))).isFalse();
  }

  @Test
  void whatCanBeSparedIsTakenWhenItIsWorthIt() {
    InsulationPlan before = plan(1, random(15_000, 0));
    assertThat(Replanning.keeps(before, plan(1, random(14_000, 0)))).isTrue();
    assertThat(Replanning.keeps(before, plan(1, random(10_000, 0)))).isFalse();
  }

  @Test
  void whoJoinsIsOnTrialAndTakesNothingThatIsNeeded() {
    InsulationPlan before = plan(1, STREAM, random(12_000, 0.5));
    InsulationPlan joined = Replanning.settle(before, plan(1, STREAM, random(12_000, 0.5), NEW));
    assertThat(joined.workloads())
        .extracting(Place::status)
        .containsExactly(Status.SUPPORTED, Status.SUPPORTED, Status.ON_TRIAL);
    assertThat(joined.workloads().get(2).why()).isEqualTo("new has not been measured yet");
    assertThat(joined.workloads().get(2).sliceMicros()).isPositive();
    for (int i = 0; i < 2; i++) {
      assertThat(joined.workloads().get(i).efficiency()).isGreaterThanOrEqualTo(0.9);
      assertThat(joined.workloads().get(i).sliceMicros())
          .isEqualTo(before.workloads().get(i).sliceMicros());
    }
    assertThat(Replanning.keeps(joined, before)).as("who has left").isFalse();
  }
}
