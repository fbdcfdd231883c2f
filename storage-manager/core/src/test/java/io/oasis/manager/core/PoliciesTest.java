package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a domain does under each of the policies that an operator can name. */
class PoliciesTest {
  private static final double CAPACITY = 1_000;

  private final ModelDomain model = new ModelDomain(CAPACITY, 1);

  /** Equal parts, also where somebody does not use its own; measured again each minute. */
  @Test
  void evenGivesEverybodyTheSameAndNobodyMore() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App other = model.closedLoop("other", 8);
    ModelDomain.App modest = model.openLoop("modest", 100);
    model.mode(Mode.ENFORCE, "even", 1);
    model.run(30);
    for (ModelDomain.App app : List.of(deep, other, modest)) {
      assertThat(app.cap).isBetween(0.97 * CAPACITY / 3, 1.03 * CAPACITY / 3);
    }
    assertThat(deep.got).isLessThan(1.03 * CAPACITY / 3);
    assertThat(modest.got).isBetween(95.0, 105.0);
  }

  /** None of its limits teaches that there is less: not by what it holds back for ten minutes. */
  @Test
  void evenDoesNotTalkADeviceDown() {
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App sometimes = model.closedLoop("sometimes", 4);
    model.mode(Mode.ENFORCE, "even", 1);
    for (int i = 0; i < 600; i++) {
      sometimes.depth = i / 4 % 2 == 0 ? 4 : 0;
      model.run(1);
      assertThat(deep.cap).isGreaterThan(0.45 * CAPACITY);
    }
    sometimes.depth = 0;
    model.run(12);
    assertThat(deep.got).isGreaterThan(0.95 * CAPACITY);
  }

  /** Zygaria, section 4.2: once all have their reserves, all tend to obtain the same I/O rate. */
  @Test
  void waterLevelIsTheSameRateWhateverTheWeight() {
    ModelDomain.App heavy = model.closedLoop("heavy", 32);
    ModelDomain.App light = model.closedLoop("light", 8);
    enforce("water-level", rail(heavy, Optional.of(3.0), Optional.empty()));
    model.run(60);
    assertThat(heavy.got).isBetween(0.45 * CAPACITY, 0.55 * CAPACITY);
    assertThat(light.got).isBetween(0.45 * CAPACITY, 0.55 * CAPACITY);
  }

  @Test
  void proportionalFairGoesByWeight() {
    model.closedLoop("deep", 32);
    ModelDomain.App heavy = model.closedLoop("heavy", 8);
    enforce("proportional-fair", rail(heavy, Optional.of(3.0), Optional.empty()));
    model.run(60);
    assertThat(heavy.got).isBetween(0.68 * CAPACITY, 0.82 * CAPACITY);
  }

  /** Zygaria: who has its reserve above the level keeps it, the others are poured level. */
  @Test
  void aReserveAboveTheWaterLevelIsKept() {
    ModelDomain.App reserved = model.closedLoop("reserved", 64);
    ModelDomain.App one = model.closedLoop("one", 8);
    ModelDomain.App two = model.closedLoop("two", 8);
    enforce("water-level", rail(reserved, Optional.empty(), Optional.of(RateBound.ofIops(600))));
    model.run(60);
    assertThat(reserved.got).isGreaterThan(590);
    assertThat(one.got).isBetween(170.0, 215.0);
    assertThat(two.got).isBetween(170.0, 215.0);
  }

  @Test
  void whoeverSaysNothingGetsTheLawThatAsks() {
    assertThat(PolicyNames.all().getFirst()).isEqualTo("proportional-fair");
    assertThat(ControllerConfig.DEFAULT.initialPolicy()).isEqualTo("proportional-fair");
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 2);
    model.mode(Mode.ENFORCE, "proportional-fair", 1);
    model.run(60);
    assertThat(deep.got).isBetween(0.45 * CAPACITY, 0.55 * CAPACITY);
    assertThat(shallow.cap).isInfinite();
  }

  @Test
  void capacityIsForTheLabAndSaysWhatToTakeInstead() {
    assertThat(PolicyNames.isKnown("capacity")).isFalse();
    assertThat(PolicyNames.isReplayed("capacity")).isTrue();
    assertThat(PolicyNames.rule("capacity")).contains("proportional-fair is the policy");
    assertThat(PolicyNames.rule("causal")).contains("it is called proportional-fair now");
    assertThat(PolicyNames.all())
        .containsExactly(
            "proportional-fair", "oasis", "even", "water-level", "largest-gain", "insulation");
  }

  private void enforce(String policy, GuardRail... rails) {
    model.rails(
        new GuardRails(
            ModelDomain.DOMAIN,
            1,
            model.now,
            Mode.ENFORCE,
            policy,
            Arrays.asList(rails),
            List.of()));
  }

  private static GuardRail rail(
      ModelDomain.App app, Optional<Double> weight, Optional<RateBound> reserve) {
    return new GuardRail(
        Scope.APPLICATION,
        app.queue.application().value(),
        weight,
        reserve,
        Optional.empty(),
        false);
  }
}
