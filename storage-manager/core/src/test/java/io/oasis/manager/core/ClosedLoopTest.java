package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop in virtual time: fair shares come, stay, and follow what changes. */
class ClosedLoopTest {
  private static final double CAPACITY = 1_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void aStarvedClosedLoopGetsItsFairShareWithinTwentyIntervalsAndThenNothingMoves(int seed) {
    ModelDomain model = new ModelDomain(CAPACITY, seed);
    model.noise = 0.02;
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 1);
    model.run(10);
    assertThat(deep.got).isGreaterThan(4 * shallow.got);

    model.mode(Mode.ENFORCE, "capacity", 1);
    model.run(20);
    assertFair(model, 0.5, shallow);
    model.run(300);
    assertFair(model, 0.5, shallow);
    assertThat(model.view().enforcement().stability().reversals()).isZero();
    assertThat(model.view().enforcement().stability().intervalsSinceMove()).isGreaterThan(290);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 7, 12})
  void everyoneBesideAGreedyOneGetsAnEqualShare(int count) {
    ModelDomain model = new ModelDomain(CAPACITY, count);
    model.noise = 0.02;
    model.closedLoop("deep", 32);
    ModelDomain.App[] shallow = new ModelDomain.App[count - 1];
    for (int i = 0; i < shallow.length; i++) {
      shallow[i] = model.closedLoop("shallow" + i, 1);
    }
    model.run(10);
    model.mode(Mode.ENFORCE, "capacity", 1);
    model.run(20);
    assertFair(model, 1.0 / count, shallow);
  }

  @Test
  void nothingIsEverSentInShadow() {
    ModelDomain model = new ModelDomain(CAPACITY, 1);
    model.closedLoop("deep", 32);
    model.closedLoop("shallow", 1);
    model.run(100);
    assertThat(model.settings).isZero();
    assertThat(model.decisions).isNotEmpty();
  }

  @Test
  void aSmallDemandIsLeftWholeAndTheRestGoesToWhoWantsIt() {
    ModelDomain model = enforced(3);
    ModelDomain.App small = model.openLoop("small", 100);
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.run(60);
    assertThat(small.got).isBetween(95.0, 105.0);
    assertThat(deep.got).isGreaterThan(0.95 * (CAPACITY - 100));
  }

  @Test
  void theLearnedIntervalFollowsTheDeviceDownAndUpWithinTwentyIntervals() {
    ModelDomain model = enforced(4);
    model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 1);
    model.run(30);
    assertContains(model, CAPACITY);
    for (double capacity : new double[] {600, 1_000, 1_400, 600}) {
      model.capacity = capacity;
      model.run(20);
      assertContains(model, capacity);
      assertThat(shallow.got).isGreaterThanOrEqualTo(0.9 * 0.5 * capacity);
      assertThat(model.total()).isGreaterThanOrEqualTo(0.95 * capacity);
      assertThat(model.decisions.stream().flatMap(decision -> decision.events().stream()))
          .anyMatch(event -> event.startsWith("capacity changed by"));
      model.decisions.clear();
    }
  }

  /** Of several LUNs none tells how idle the device below them is: only limits that are met do. */
  @Test
  void aDeviceBelowSeveralLunsIsFollowedUpByLimitsThatAllMeet() {
    ModelDomain model = enforced(4);
    model.luns = 2;
    model.passing = 0.98;
    model.capacity = 10_000;
    for (int i = 0; i < 12; i++) {
      model.closedLoop("deep" + i, 8);
    }
    model.run(30);
    assertContains(model, 10_000);
    model.capacity = 14_000;
    model.run(20);
    assertContains(model, 14_000);
    assertThat(model.total()).isGreaterThanOrEqualTo(0.95 * 14_000);
  }

  /** An elevator may stay for seconds where one stream is. */
  @Test
  void aDeviceThatLeavesSomebodyWithoutAnswerHasNotChanged() {
    ModelDomain model = enforced(4);
    model.luns = 2;
    model.closedLoop("deep", 32);
    ModelDomain.App other = model.closedLoop("other", 32);
    model.run(30);
    model.decisions.clear();
    other.starved = true;
    model.run(3);
    other.starved = false;
    model.run(20);
    assertThat(model.decisions.stream().flatMap(decision -> decision.events().stream()))
        .noneMatch(event -> event.startsWith("capacity changed"));
    assertContains(model, CAPACITY);
    assertThat(model.total()).as("below the load that starved it").isBetween(940.0, 990.0);
  }

  /** A backlog is counted when it is sent. */
  @Test
  void capacityIsWhatComesBackAndNotWhatIsSent() {
    ModelDomain model = enforced(4);
    model.closedLoop("deep", 32);
    model.closedLoop("other", 32);
    model.answered = 0.8;
    model.run(6);
    assertContains(model, CAPACITY);
  }

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
  void anotherSizeOfIoMovesTheIntervalAndKeepsTheShares() {
    ModelDomain model = enforced(5);
    model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 1);
    model.run(30);
    model.bytes = 65_536;
    model.run(20);
    assertContains(model, CAPACITY);
    assertFair(model, 0.5, shallow);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void largeIoOfApplicationsThatStartAnewIsMeasuredBelowCoarseLimitsToo(int seed) {
    ModelDomain model = enforced(seed);
    model.grain = 10;
    model.lag = 0.3;
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 2);
    model.run(30);
    deep.depth = 0;
    shallow.depth = 0;
    model.run(1);
    model.bytes = 65_536;
    deep.depth = 32;
    model.run(1);
    shallow.depth = 2;
    model.run(19);
    assertContains(model, CAPACITY);
    assertFair(model, 0.5, shallow);
  }

  @Test
  void whatComesFromOutsideIsNoLimitCycle() {
    ModelDomain model = enforced(7);
    model.grain = 10;
    model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 1);
    ModelDomain.App guest = model.closedLoop("guest", 0);
    model.run(30);
    for (int i = 0; i < 6; i++) {
      model.capacity = i % 2 == 0 ? 600 : CAPACITY;
      guest.depth = i % 3 == 0 ? 8 : 0;
      model.run(20);
      assertThat(shallow.got)
          .isGreaterThanOrEqualTo(0.9 * model.capacity / (guest.depth > 0 ? 3 : 2));
    }
    assertThat(model.decisions.stream().flatMap(decision -> decision.events().stream()))
        .noneMatch(event -> event.startsWith("limit cycle"));
  }

  @Test
  void demandsThatGoToAndFroAreDamped() {
    ModelDomain model = enforced(7);
    model.closedLoop("deep", 32);
    ModelDomain.App restless = model.openLoop("restless", 100);
    model.run(30);
    for (int i = 0; i < 12; i++) {
      restless.rate = i % 2 == 0 ? 400 : 100;
      model.run(5);
    }
    assertThat(model.decisions.stream().flatMap(decision -> decision.events().stream()))
        .anyMatch(event -> event.startsWith("limit cycle"));
  }

  @Test
  void aLateComerGetsItsShareWithinTwentyIntervalsAndWhoStopsGivesBackWithinFive() {
    ModelDomain model = enforced(6);
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 1);
    model.run(30);
    ModelDomain.App late = model.closedLoop("late", 1);
    model.run(20);
    assertFair(model, 1.0 / 3, late);
    deep.depth = 0;
    model.run(5);
    assertThat(model.total()).isGreaterThanOrEqualTo(0.9 * CAPACITY);
    deep.depth = 32;
    model.run(3);
    assertThat(deep.got).isGreaterThanOrEqualTo(0.9 * CAPACITY / 3);
  }

  /** What it got while it wanted less is all that a neighbour and the limits leave it. */
  @ParameterizedTest
  @ValueSource(ints = {100, 300, 440})
  void aClosedLoopThatWantedLessForAWhileGetsItsShareBack(int less) {
    ModelDomain model = enforced(13);
    model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 1);
    model.run(30);
    shallow.depth = 0;
    shallow.rate = less;
    model.run(30);
    shallow.depth = 1;
    model.run(50);
    assertFair(model, 0.5, shallow);
  }

  @Test
  void aProbeTakesLittleOfTheTimeAndMovesNobody() {
    ModelDomain model = enforced(14);
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App content = model.openLoop("content", 300);
    model.run(60);
    double allocation =
        model.view().queues().getFirst().share().granted().orElseThrow().iops().perSecond();
    int probed = 0;
    for (int i = 0; i < 400; i++) {
      model.run(1);
      boolean isLess = deep.cap < allocation;
      probed += isLess ? 1 : 0;
      assertThat(deep.cap).isGreaterThanOrEqualTo(0.975 * allocation);
    }
    assertThat(probed).isBetween(10, 20);
    assertThat(model.view().enforcement().stability().intervalsSinceMove()).isGreaterThan(400);
    assertThat(content.got).isCloseTo(300, within(15.0));
  }

  @Test
  void theDecisionThatBeginsAProbeHasItsLimits() {
    ModelDomain model = enforced(14);
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.openLoop("content", 300);
    model.run(20);
    double cap = deep.cap;
    while (deep.cap > 0.98 * cap) {
      model.decisions.clear();
      model.run(1);
    }
    Decision probe = model.decisions.getLast();
    assertThat(probe.events()).anyMatch(event -> event.startsWith("probe"));
    assertThat(probe.queues())
        .anySatisfy(
            queue ->
                assertThat(queue.step().limit().orElseThrow().iops().orElseThrow().perSecond())
                    .isEqualTo(deep.cap));
  }

  @Test
  void aFullDeviceThatLooksRelaxedIsProbedFurtherBelow() {
    ModelDomain model = enforced(14);
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.openLoop("content", 300);
    model.run(30);
    model.looksRelaxed = true;
    model.run(10);
    double cap = deep.cap;
    double least = cap;
    for (int i = 0; i < 50; i++) {
      model.run(1);
      least = Math.min(least, deep.cap);
    }
    assertThat(least).isBetween(0.87 * cap, 0.95 * cap);
  }

  @Test
  void noisyDemandsOfManyMoveNothing() {
    ModelDomain model = new ModelDomain(CAPACITY, 12);
    model.noise = 0.02;
    model.closedLoop("deep", 32);
    for (int i = 0; i < 23; i++) {
      model.openLoop("steady" + i, 20 + i % 5);
    }
    model.mode(Mode.ENFORCE, "capacity", 1);
    model.run(60);
    int settings = model.settings;
    long reversals = model.view().enforcement().stability().reversals();
    model.run(300);
    assertThat(model.settings - settings).isLessThan(50);
    assertThat(model.view().enforcement().stability().reversals() - reversals)
        .isLessThanOrEqualTo(12);
    assertThat(model.total()).isGreaterThanOrEqualTo(0.95 * CAPACITY);
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
        new GuardRails(
            ModelDomain.DOMAIN,
            1,
            model.now,
            Mode.ENFORCE,
            "capacity",
            List.of(
                rail(capped, 1, Optional.empty(), Optional.of(RateBound.ofIops(50)), false),
                rail(heavy, 3, Optional.empty(), Optional.empty(), false),
                rail(reserved, 1, Optional.of(RateBound.ofIops(400)), Optional.empty(), false),
                rail(free, 1, Optional.empty(), Optional.empty(), true)),
            List.of()));
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
    model.rails(
        new GuardRails(
            ModelDomain.DOMAIN,
            2,
            model.now,
            Mode.ENFORCE,
            "capacity",
            List.of(rail(alone, 5, Optional.empty(), Optional.empty(), false)),
            List.of()));
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
  void thePapersPolicyLeavesAStarvedClosedLoopStarved() {
    ModelDomain model = new ModelDomain(CAPACITY, 9);
    model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 1);
    model.run(5);
    model.mode(Mode.ENFORCE, "oasis", 1);
    model.run(120);
    assertThat(shallow.got).isLessThan(0.25 * CAPACITY);
  }

  @Test
  void everyDecisionHasAReasonForEveryQueue() {
    ModelDomain model = enforced(10);
    model.closedLoop("deep", 32);
    model.openLoop("small", 50);
    model.run(100);
    assertThat(model.decisions)
        .isNotEmpty()
        .allSatisfy(
            decision ->
                assertThat(decision.queues())
                    .allSatisfy(queue -> assertThat(queue.why().reason()).isNotBlank()));
    assertThat(model.decisions).noneMatch(ClosedLoopTest::isWithheld);
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
        new GuardRails(
            ModelDomain.DOMAIN,
            2,
            model.now,
            Mode.ENFORCE,
            "capacity",
            List.of(
                group("h:/batch.slice/", 200), rail(own, 1, Optional.empty(), iops(150), false)),
            List.of()));
    model.run(60);
    assertThat(one.cap + two.cap).isBetween(190.0, 200 * 1.04);
    assertThat(own.cap).isBetween(140.0, 150 * 1.04);
    assertThat(other.got).isGreaterThan(0.9 * (CAPACITY - 350));
  }

  private static GuardRail group(String prefix, double limit) {
    return new GuardRail(
        Scope.GROUP, prefix, Optional.empty(), Optional.empty(), iops(limit), false);
  }

  private static Optional<RateBound> iops(double perSecond) {
    return Optional.of(RateBound.ofIops(perSecond));
  }

  private static boolean isWithheld(Decision decision) {
    return decision.events().stream().anyMatch(event -> event.startsWith("decision withheld"));
  }

  private static ModelDomain enforced(long seed) {
    ModelDomain model = new ModelDomain(CAPACITY, seed);
    model.noise = 0.02;
    model.mode(Mode.ENFORCE, "capacity", 1);
    return model;
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

  private static void assertContains(ModelDomain model, double truth) {
    CapacityEstimate estimate = model.view().capacity();
    assertThat(estimate.lowerIops()).isLessThanOrEqualTo(truth);
    assertThat(estimate.upperIops().orElse(0.0)).isGreaterThanOrEqualTo(truth);
    assertThat(estimate.upperIops().orElse(0.0)).isLessThanOrEqualTo(1.2 * truth);
  }

  private static void assertFair(ModelDomain model, double share, ModelDomain.App... apps) {
    for (ModelDomain.App app : apps) {
      assertThat(app.got)
          .as(app.queue.toString())
          .isGreaterThanOrEqualTo(0.9 * share * model.capacity);
    }
    assertThat(model.total()).isGreaterThanOrEqualTo(0.95 * model.capacity);
  }
}
