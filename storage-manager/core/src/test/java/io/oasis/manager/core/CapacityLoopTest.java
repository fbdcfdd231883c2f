package io.oasis.manager.core;

import static io.oasis.manager.core.Loops.CAPACITY;
import static io.oasis.manager.core.Loops.assertContains;
import static io.oasis.manager.core.Loops.assertFair;
import static io.oasis.manager.core.Loops.enforced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.Decision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop in virtual time: what a device can carry is learned, probed for and followed. */
class CapacityLoopTest {
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
}
