package io.oasis.lab.zoo.judge;

import static io.oasis.lab.zoo.judge.ReferenceTest.closed;
import static io.oasis.lab.zoo.judge.ReferenceTest.scenario;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.sim.Timeline;
import io.oasis.lab.zoo.site.Control;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Moves of limits are counted, and laws that are broken are named. */
class JudgementTest {
  private static final Reference DEEP_AND_SHALLOW =
      Reference.of(scenario("{}", closed(32, ""), closed(1, "")), 1);

  private static Judgement judged(Reference reference, Control control) {
    return Judgement.of(
        reference, reference.under(Enforcement.ARRAY, control), "test", Enforcement.ARRAY, 1);
  }

  /** Limits an application to these, one every five seconds from the twentieth second on. */
  private static Control limits(int application, int... iops) {
    return site -> {
      LabHost.Place place = site.places().get(application);
      Timeline time = site.world().time();
      for (int i = 0; i < iops.length; i++) {
        Throttle throttle = Throttle.ofEach(iops[i], 0, 0, 0);
        time.at((20 + 5L * i) * Timeline.SECOND, () -> place.throttle(throttle));
      }
    };
  }

  /** 40 seconds are judged: so many in them are 15 times as many in ten minutes. */
  @Test
  void turnsBeyondTheDeadBandAreReversals() {
    Judgement steady = judged(DEEP_AND_SHALLOW, limits(0, 500, 510, 495, 505));
    assertThat(steady.reversalsPerTenMinutes()).isZero();
    assertThat(steady.pushesPerHour()).isCloseTo(4 * 90.0, offset(1e-6));
    Judgement turning = judged(DEEP_AND_SHALLOW, limits(0, 500, 400, 600, 500));
    assertThat(turning.reversalsPerTenMinutes()).isCloseTo(2 * 15.0, offset(1e-6));
    Judgement lifted = judged(DEEP_AND_SHALLOW, limits(0, 500, 0, 500));
    assertThat(lifted.reversalsPerTenMinutes()).isCloseTo(2 * 15.0, offset(1e-6));
  }

  @Test
  void theFairLimitBreaksNoLaw() {
    assertThat(judged(DEEP_AND_SHALLOW, limits(0, 500)).lawViolations()).isEmpty();
    assertThat(judged(DEEP_AND_SHALLOW, Control.NONE).lawViolations()).isEmpty();
  }

  @Test
  void aLimitBelowTheShareIsNamed() {
    List<String> violations = judged(DEEP_AND_SHALLOW, limits(1, 20)).lawViolations();
    assertThat(violations).anyMatch(one -> one.startsWith("law 2: a1,"));
    assertThat(violations).noneMatch(one -> one.startsWith("law 4"));
  }

  @Test
  void aLimitThatLeavesTheDeviceIdleIsNamed() {
    Reference alone = Reference.of(scenario("{}", closed(32, "")), 1);
    List<String> violations = judged(alone, limits(0, 300)).lawViolations();
    assertThat(violations).anyMatch(one -> one.startsWith("law 1:"));
    assertThat(violations).anyMatch(one -> one.startsWith("law 3: a0,"));
    assertThat(violations).anyMatch(one -> one.startsWith("law 4: a0,"));
  }

  @Test
  void aTailIsComparedWithNobodysAndWithItsOwn() {
    Judgement unmanaged = judged(DEEP_AND_SHALLOW, Control.NONE);
    assertThat(unmanaged.p99ToUnmanaged().get("a1")).isCloseTo(1, offset(1e-9));
    assertThat(unmanaged.p99ToAlone().get("a1")).isCloseTo(33, offset(1.0));
    Judgement fair = judged(DEEP_AND_SHALLOW, limits(0, 500));
    assertThat(fair.p99ToUnmanaged().get("a1")).isLessThan(0.1);
  }

  @Test
  void convergenceIsWhenTheShareIsFirstReached() {
    assertThat(judged(DEEP_AND_SHALLOW, limits(0, 500)).convergenceSeconds()).isEqualTo(30);
  }
}
