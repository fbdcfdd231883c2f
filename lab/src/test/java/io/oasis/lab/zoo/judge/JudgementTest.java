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
        reference,
        reference.under(Enforcement.ARRAY, control),
        "test",
        Enforcement.ARRAY,
        Frontier.UNKNOWN);
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
    assertThat(steady.restlessness().reversalsPerTenMinutes()).isZero();
    assertThat(steady.restlessness().pushesPerHour()).isCloseTo(4 * 90.0, offset(1e-6));
    Judgement turning = judged(DEEP_AND_SHALLOW, limits(0, 500, 400, 600, 500));
    assertThat(turning.restlessness().reversalsPerTenMinutes()).isCloseTo(2 * 15.0, offset(1e-6));
    Judgement lifted = judged(DEEP_AND_SHALLOW, limits(0, 500, 0, 500));
    assertThat(lifted.restlessness().reversalsPerTenMinutes()).isCloseTo(2 * 15.0, offset(1e-6));
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
    assertThat(unmanaged.latencies().p99ToUnmanaged().get("a1")).isCloseTo(1, offset(1e-9));
    assertThat(unmanaged.latencies().p99ToAlone().get("a1")).isCloseTo(33, offset(1.0));
    Judgement fair = judged(DEEP_AND_SHALLOW, limits(0, 500));
    assertThat(fair.latencies().p99ToUnmanaged().get("a1")).isLessThan(0.1);
  }

  @Test
  void convergenceIsWhenTheShareIsFirstReached() {
    assertThat(judged(DEEP_AND_SHALLOW, limits(0, 500)).restlessness().convergenceSeconds())
        .isEqualTo(30);
  }

  /** The deep one takes more than its share: its tail may grow, that of the shallow one may not. */
  @Test
  void onlyWhoTakesNoMoreThanItsShareIsHurt() {
    Judgement fair = judged(DEEP_AND_SHALLOW, limits(0, 500));
    assertThat(fair.latencies().p99ToUnmanaged().get("a0")).isGreaterThan(1.2);
    assertThat(fair.latencies().hurt()).isEmpty();
    assertThat(judged(DEEP_AND_SHALLOW, limits(1, 15)).latencies().hurt()).containsOnlyKeys("a1");
  }

  @Test
  void whoHasAllItWantsIsContent() {
    String open = "\"stages\":[{\"open\":{\"perSecond\":%d,\"poisson\":true}}]";
    Reference content = Reference.of(scenario("{}", open.formatted(300), open.formatted(350)), 1);
    assertThat(judged(content, Control.NONE).isContent()).isTrue();
    assertThat(judged(DEEP_AND_SHALLOW, Control.NONE).isContent()).isFalse();
  }

  @Test
  void steadyIsWhereNeitherDemandNorDeviceChange() {
    assertThat(judged(DEEP_AND_SHALLOW, Control.NONE).isSteady()).isTrue();
    Reference bursts = Reference.of(scenario("{}", closed(8, ""), onAndOff(8)), 1);
    assertThat(judged(bursts, Control.NONE).isSteady()).isFalse();
    Reference wave =
        Reference.of(scenario("{\"wave\":{\"part\":0.4,\"seconds\":20}}", closed(8, "")), 1);
    assertThat(judged(wave, Control.NONE).isSteady()).isFalse();
  }

  private static String onAndOff(int depth) {
    return """
    "repeat":true,
    "stages":[{"seconds":10,"closed":{"depth":%d}},{"seconds":10,"idle":true}]\
    """
        .formatted(depth);
  }

  /** At 20 s it comes back and finds the limit from 10 s before: 500 of the 1000 it could have. */
  @Test
  void aLimitThatOutlivesAPauseIsNamed() {
    Reference reference = Reference.of(scenario("{}", onAndOff(8)), 1);
    Control old = site -> site.places().getFirst().throttle(Throttle.ofEach(500, 0, 0, 0));
    assertThat(judged(reference, old).lawViolations())
        .anyMatch(one -> one.startsWith("law 4: a0 comes back at 20.0 s"));
    assertThat(judged(reference, limits(0, 500, 0)).lawViolations())
        .noneMatch(one -> one.contains("comes back"));
  }

  /** One has 30 of its 500: the other must be cut within two minutes, and not soon again. */
  @Test
  void theStarvedWhomNobodyAsksAboutAreNamed() {
    Reference reference =
        Reference.of(scenario("{}", closed(32, ""), closed(1, "")).lasting(170, 20), 1);
    assertThat(judged(reference, limits(0, 5_000)).lawViolations())
        .anyMatch(one -> one.startsWith("law 5: a1, for 120 s at 1"));
    assertThat(judged(reference, limits(0, 900, 5_000)).lawViolations())
        .noneMatch(one -> one.startsWith("law 5"));
  }

  /** Who was found content before somebody came may be starved since. */
  @Test
  void whoeverComesMakesItAnotherSituation() {
    String later = "\"stages\":[{\"seconds\":40,\"idle\":true},{\"closed\":{\"depth\":4}}]";
    Reference reference =
        Reference.of(scenario("{}", closed(32, ""), closed(1, ""), later).lasting(180, 20), 1);
    assertThat(judged(reference, limits(0, 900, 5_000)).lawViolations())
        .anyMatch(one -> one.startsWith("law 5: a1, for 140 s at 160 s"));
  }

  /** Three come in a second on average: in one second of five there is one or none. */
  @Test
  void whoHasLittleInSomeSecondsIsNotStarved() {
    String few = "\"stages\":[{\"open\":{\"perSecond\":3,\"poisson\":true}}]";
    Reference reference =
        Reference.of(scenario("{}", few, few, few, few, few, few).lasting(170, 20), 1);
    assertThat(judged(reference, limits(0, 5_000)).lawViolations()).isEmpty();
  }

  /** A device that slows down gives everybody less: that is no limit's fault. */
  @Test
  void aSlowerDeviceBreaksNoLaw() {
    String drift = "{\"drift\":{\"perSecond\":-0.03,\"from\":22,\"to\":55}}";
    Reference reference = Reference.of(scenario(drift, closed(32, ""), closed(1, "")), 1);
    List<String> violations =
        judged(reference, limits(0, 500, 450, 390, 330, 280, 240, 200)).lawViolations();
    assertThat(violations).isEmpty();
  }
}
