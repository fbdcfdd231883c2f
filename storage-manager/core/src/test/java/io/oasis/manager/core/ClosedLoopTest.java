package io.oasis.manager.core;

import static io.oasis.manager.core.Loops.CAPACITY;
import static io.oasis.manager.core.Loops.assertFair;
import static io.oasis.manager.core.Loops.enforced;
import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Decision;
import io.oasis.protocol.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop in virtual time: fair shares come, stay, and follow who wants what. */
class ClosedLoopTest {
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

  /** Its path ended so, and it was taken for what nobody is charged with: it was never limited. */
  @Test
  void aGroupThatIsCalledLikeNobodysIsLimitedAsAnyOther() {
    ModelDomain model = enforced(5);
    ModelDomain.App deep = model.closedLoop("deep:unattributed", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 1);
    model.run(20);
    assertThat(deep.cap).isLessThan(0.6 * CAPACITY);
    assertFair(model, 0.5, shallow);
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

  private static boolean isWithheld(Decision decision) {
    return decision.events().stream().anyMatch(event -> event.startsWith("decision withheld"));
  }
}
