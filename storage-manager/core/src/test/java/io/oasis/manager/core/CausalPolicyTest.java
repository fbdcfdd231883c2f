package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.CausalLaw;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Decision;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Version;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Under the policy causal only who takes too much is limited, and only while others gain by it. */
class CausalPolicyTest {
  private static final double CAPACITY = 1_000;

  private final ModelDomain model = new ModelDomain(CAPACITY, 1);

  @Test
  void theDeepOneIsHeldToItsHalfAndTheShallowOneStaysFree() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 2);
    enforce();
    model.run(60);
    assertThat(deep.got).isBetween(0.45 * CAPACITY, 0.55 * CAPACITY);
    assertThat(shallow.got).isGreaterThan(0.45 * CAPACITY);
    assertThat(shallow.cap).isInfinite();
    assertThat(model.total()).isGreaterThan(0.95 * CAPACITY);
  }

  /** What an agent counts at the kernel's throttle says nothing of a limit in QEMU or SPDK. */
  @Test
  void aLimitBelowTheCountersIsNotNeedlessBecauseTheKernelHoldsNothing() {
    model.target =
        new AdapterStatus.Target("qmp", 1, Optional.of(AdapterStatus.Placement.BELOW_COUNTERS));
    model.isHeldBelow = true;
    model.luns = 2;
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 2);
    enforce();
    model.run(60);
    for (int i = 0; i < 20; i++) {
      model.run(1);
      assertThat(deep.got).isBetween(0.45 * CAPACITY, 0.55 * CAPACITY);
      assertThat(shallow.got).isGreaterThan(0.45 * CAPACITY);
    }
  }

  /** SPDK's least limit is a step: a question that holds nobody back has no answer but noise. */
  @Test
  void nobodyIsAskedByALimitAboveWhatItTakes() {
    model.target = new AdapterStatus.Target("spdk", 1_200, Optional.empty());
    model.noise = 0.2;
    model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    enforce();
    model.run(120);
    assertThat(model.settings).isZero();
  }

  /** A limit goes down by steps that are felt: after a pause of the broker many come at once. */
  @Test
  void aLimitFallsNoFurtherBeforeItIsKnownToBeInForce() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    enforce();
    model.follows = true;
    model.isMute = true;
    while (Double.isInfinite(deep.cap)) {
      model.run(1);
    }
    double first = deep.cap;
    model.run(10);
    assertThat(deep.cap).isGreaterThanOrEqualTo(first);
  }

  /** An answer may be lost, too. */
  @Test
  void whoNeverAnswersIsHeldToItsShareAllTheSame() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    enforce();
    model.follows = true;
    model.isMute = true;
    model.run(120);
    assertThat(deep.cap).isBetween(0.45 * CAPACITY, 0.55 * CAPACITY);
  }

  @Test
  void whoIsAloneAgainHasAllOfItWithinTwoIntervals() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 2);
    enforce();
    model.run(60);
    shallow.depth = 0;
    model.run(2);
    assertThat(deep.cap).isInfinite();
  }

  @Test
  void nobodyIsLimitedWhileThereIsEnough() {
    model.openLoop("one", 300);
    model.openLoop("other", 500);
    enforce();
    model.run(60);
    assertThat(model.settings).isZero();
  }

  /** What the one takes that is not ours to limit is not taken from its neighbours. */
  @Test
  void besideAnExcludedHogNobodyIsSqueezed() {
    ModelDomain.App hog = model.closedLoop("hog", 32);
    ModelDomain.App one = model.closedLoop("one", 4);
    ModelDomain.App other = model.closedLoop("other", 4);
    enforce(rail(hog, Optional.empty(), Optional.empty(), true));
    model.run(120);
    assertThat(model.settings).isZero();
    assertThat(one.got).isGreaterThan(0.95 * CAPACITY * 4 / 40);
    assertThat(other.got).isGreaterThan(0.95 * CAPACITY * 4 / 40);
  }

  @Test
  void aCapHoldsAsSoonAsItsAdapterIsKnownAlsoWhereNobodyWaits() {
    ModelDomain.App capped = model.openLoop("capped", 300);
    model.openLoop("other", 100);
    enforce(rail(capped, Optional.empty(), Optional.of(RateBound.ofIops(50)), false));
    model.run(2);
    assertThat(capped.cap).isEqualTo(50);
    model.run(30);
    assertThat(capped.got).isLessThanOrEqualTo(50);
  }

  @Test
  void noLimitIsBelowAReserve() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    enforce(rail(deep, Optional.of(RateBound.ofIops(800)), Optional.empty(), false));
    for (int i = 0; i < 60; i++) {
      model.run(1);
      assertThat(deep.cap).isGreaterThanOrEqualTo(799.9);
    }
    assertThat(deep.cap).isFinite();
  }

  @Test
  void inShadowTheFairShareIsShownAndNobodyIsLimited() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    model.mode(Mode.SHADOW, CausalLaw.NAME, 1);
    model.run(30);
    assertThat(deep.cap).isInfinite();
    assertThat(model.view().queues().getFirst().share().target().iops().perSecond())
        .isBetween(0.45 * CAPACITY, 0.55 * CAPACITY);
  }

  @Test
  void anotherPolicyBeginsWithoutLimits() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    enforce();
    model.run(60);
    assertThat(deep.cap).isFinite();
    model.mode(Mode.ENFORCE, "capacity", 2);
    assertThat(deep.cap).isInfinite();
    model.run(60);
    assertThat(deep.cap).isFinite();
    model.mode(Mode.ENFORCE, CausalLaw.NAME, 3);
    assertThat(deep.cap).isInfinite();
  }

  /** Killed at any time after its first limit; its agents and adapter speak in any order. */
  @Test
  void aSuccessorGoesOnFromTheLimitsInForce() {
    for (int run = 0; run < 40; run++) {
      ModelDomain crashed = new ModelDomain(CAPACITY, run);
      crashed.luns = 1 + run % 2;
      ModelDomain.App shallow = crashed.closedLoop("shallow", 1);
      ModelDomain.App deep = crashed.closedLoop("deep", 32);
      crashed.mode(Mode.ENFORCE, CausalLaw.NAME, 1);
      while (Double.isInfinite(deep.cap)) {
        crashed.interval();
      }
      crashed.run(10 + run / 2);
      if (Double.isInfinite(deep.cap)) {
        continue; // it was being checked
      }
      crashed.succeed();
      for (int i = 0; i < 8; i++) {
        crashed.interval();
        assertThat(deep.cap).as("run %d, interval %d", run, i).isBetween(450.0, 800.0);
      }
      crashed.run(40);
      assertThat(shallow.got).as("run %d", run).isGreaterThan(0.45 * CAPACITY);
      assertThat(crashed.total()).as("run %d", run).isGreaterThan(0.95 * CAPACITY);
    }
  }

  /** Its limit ended with its lease: the next one falls in steps, as it did at first. */
  @Test
  void whatAnAdapterLetGoOfIsNotAtOnceInForceAgain() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    enforce();
    model.run(60);
    deep.cap = Double.POSITIVE_INFINITY;
    model.settled(
        deep.queue,
        model.session,
        Outcome.State.RELEASED,
        deep.setting.version(),
        Optional.empty(),
        "lease ended");
    model.run(1);
    assertThat(deep.cap).isGreaterThan(0.55 * CAPACITY);
    model.run(20);
    assertThat(deep.got).isBetween(0.45 * CAPACITY, 0.55 * CAPACITY);
  }

  /** What a limit in force lets through is not taken for all there is. */
  @Test
  void aSuccessorChecksWhatTheLimitsItFoundCost() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App other = model.closedLoop("other", 32);
    enforce();
    deep.cap = 100;
    other.cap = 100;
    for (ModelDomain.App app : List.of(deep, other)) {
      model.settled(
          app.queue,
          model.session,
          Outcome.State.VERIFIED,
          Version.NONE,
          Optional.of(RateBound.ofIops(100)),
          "");
    }
    model.run(60);
    assertThat(model.total()).isGreaterThan(0.95 * CAPACITY);
  }

  @Test
  void decisionsSayWhatWasAskedAndEveryQueueHasAReason() {
    model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    enforce();
    model.run(60);
    assertThat(model.decisions.stream().flatMap(decision -> decision.events().stream()))
        .anyMatch(event -> event.startsWith("asked: asks"))
        .anyMatch(event -> event.endsWith("others gain by it"));
    assertThat(model.decisions)
        .flatExtracting(Decision::queues)
        .isNotEmpty()
        .allSatisfy(queue -> assertThat(queue.why().reason()).isNotBlank());
  }

  private void enforce(GuardRail... rails) {
    model.rails(
        new GuardRails(
            ModelDomain.DOMAIN,
            1,
            model.now,
            Mode.ENFORCE,
            CausalLaw.NAME,
            List.of(rails),
            List.of()));
  }

  private static GuardRail rail(
      ModelDomain.App app,
      Optional<RateBound> reserve,
      Optional<RateBound> limit,
      boolean exclude) {
    return new GuardRail(
        Scope.APPLICATION,
        app.queue.application().value(),
        Optional.empty(),
        reserve,
        limit,
        exclude);
  }
}
