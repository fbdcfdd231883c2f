package io.oasis.manager.core;

import static io.oasis.manager.core.Loops.CAPACITY;
import static io.oasis.manager.core.Loops.enforced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The loop in virtual time: what an operator says is kept, and in the log. */
class GuardRailsLoopTest {
  @Test
  void theDecisionAfterAChangeByTheOperatorSaysWhatAndWhy() {
    ModelDomain model = enforced(4);
    model.closedLoop("deep", 32);
    model.run(5);
    model.rails(operators(2, Mode.SHADOW, "maintenance"));
    model.run(1);
    model.rails(operators(3, Mode.SHADOW, "more for the database"));
    model.run(1);
    assertThat(model.decisions.stream().flatMap(decision -> decision.events().stream()))
        .contains(
            "mode changed from ENFORCE to SHADOW: maintenance",
            "guard rails changed: more for the database");
  }

  private static GuardRails operators(long revision, Mode mode, String reason) {
    return new GuardRails(
        ModelDomain.DOMAIN,
        new GuardRails.Change(revision, Instant.EPOCH, Optional.of(reason)),
        mode,
        "capacity",
        List.of(),
        List.of(),
        Optional.empty());
  }

  @Test
  void guardRailsAreKept() {
    ModelDomain model = new ModelDomain(CAPACITY, 7);
    ModelDomain.App capped = model.closedLoop("capped", 32);
    ModelDomain.App heavy = model.closedLoop("heavy", 32);
    ModelDomain.App light = model.closedLoop("light", 32);
    ModelDomain.App reserved = model.closedLoop("reserved", 1);
    ModelDomain.App free = model.closedLoop("free", 1);
    model.run(5);
    model.rails(
        enforcing(
            model,
            1,
            rail(capped, 1, Optional.empty(), Optional.of(RateBound.ofIops(50)), false),
            rail(heavy, 3, Optional.empty(), Optional.empty(), false),
            rail(reserved, 1, Optional.of(RateBound.ofIops(400)), Optional.empty(), false),
            rail(free, 1, Optional.empty(), Optional.empty(), true)));
    model.run(60);
    assertThat(capped.got).isLessThanOrEqualTo(50 * 1.04);
    assertThat(reserved.got).isGreaterThanOrEqualTo(0.9 * 400);
    assertThat(heavy.cap / light.cap).isBetween(2.9, 3.1);
    assertThat(free.cap).isInfinite();
    assertThat(heavy.setting.weight()).hasValue(3.0);
    assertThat(reserved.setting.reserve()).hasValue(RateBound.ofIops(400));
    assertThat(light.setting.weight()).isEmpty();
    assertThat(light.setting.reserve()).isEmpty();
  }

  /** A scheduler that arbitrates by weight learns of it although every limit stays. */
  @Test
  void aNewWeightIsSentWhereTheLimitStays() {
    ModelDomain model = enforced(11);
    ModelDomain.App alone = model.closedLoop("alone", 8);
    model.run(60);
    double before = alone.cap;
    model.rails(enforcing(model, 2, rail(alone, 5, Optional.empty(), Optional.empty(), false)));
    model.run(3);
    assertThat(alone.setting.weight()).hasValue(5.0);
    assertThat(alone.cap).isCloseTo(before, within(0.1 * before));
  }

  @Test
  void leavingEnforceLetsGoOfEveryLimit() {
    ModelDomain model = enforced(8);
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 1);
    model.run(30);
    assertThat(deep.cap).isFinite();
    model.mode(Mode.SHADOW, "capacity", 2);
    assertThat(model.apps.values()).allMatch(app -> Double.isInfinite(app.cap));
  }

  @Test
  void aGroupSharesItsLimitAndOneOfItsMembersCanHaveItsOwn() {
    ModelDomain model = enforced(11);
    ModelDomain.App one = model.closedLoop("batch.slice/one", 32);
    ModelDomain.App two = model.closedLoop("batch.slice/two", 8);
    ModelDomain.App own = model.closedLoop("batch.slice/own", 8);
    ModelDomain.App other = model.closedLoop("other", 8);
    model.run(5);
    model.rails(
        enforcing(
            model,
            2,
            group("h:/batch.slice/", 200),
            rail(own, 1, Optional.empty(), iops(150), false)));
    model.run(60);
    assertThat(one.cap + two.cap).isBetween(190.0, 200 * 1.04);
    assertThat(own.cap).isBetween(140.0, 150 * 1.04);
    assertThat(other.got).isGreaterThan(0.9 * (CAPACITY - 350));
  }

  private static GuardRails enforcing(ModelDomain model, long revision, GuardRail... rails) {
    return new GuardRails(
        ModelDomain.DOMAIN,
        revision,
        model.now,
        Mode.ENFORCE,
        "capacity",
        List.of(rails),
        List.of());
  }

  private static GuardRail group(String prefix, double limit) {
    return new GuardRail(
        Scope.GROUP, prefix, Optional.empty(), Optional.empty(), iops(limit), false);
  }

  private static Optional<RateBound> iops(double perSecond) {
    return Optional.of(RateBound.ofIops(perSecond));
  }

  private static GuardRail rail(
      ModelDomain.App app,
      double weight,
      Optional<RateBound> reserve,
      Optional<RateBound> limit,
      boolean exclude) {
    return new GuardRail(
        Scope.APPLICATION,
        app.queue.application().value(),
        Optional.of(weight),
        reserve,
        limit,
        exclude);
  }
}
