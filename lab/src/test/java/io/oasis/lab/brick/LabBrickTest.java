package io.oasis.lab.brick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.brick.device.FixedRate;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.DisciplineSpec.Kind;
import io.oasis.brick.discipline.Terms;
import io.oasis.lab.host.Stage;
import io.oasis.lab.host.Worker;
import io.oasis.lab.sim.Timeline;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Shows that a brick in virtual time serves workers through a discipline, and what it notes. */
class LabBrickTest {
  private final Timeline time = new Timeline();

  private LabBrick brick(Kind kind) {
    return new LabBrick(
        time,
        DisciplineSpec.of(kind).withDepth(1).create(0, new SplittableRandom(1)),
        new FixedRate<>(100, 1e9));
  }

  private Client open(LabBrick brick, String name, Terms terms, Stage... stages) {
    return brick.open(name, terms, List.of(new Worker(name, time, 1, List.of(stages))), 0);
  }

  @Test
  void sharesOfADisciplineAreWhatClientsGet() {
    LabBrick brick = brick(Kind.SFQ);
    Stage closed = Stage.random(Stage.closed(8));
    Client first = open(brick, "first", Terms.standard().withShare(3), closed);
    Client second = open(brick, "second", Terms.standard(), closed);
    time.runUntil(60 * Timeline.SECOND);
    assertThat(first.completed().count() + second.completed().count()).isCloseTo(6000, within(5));
    assertThat(first.completed().count() / 6000.0).isCloseTo(0.75, within(0.01));
    assertThat(first.arrivals()).isEqualTo(first.completed().count() + 8);
  }

  @Test
  void aDisciplineThatWaitsIsWokenWithoutAnyOtherEvent() {
    LabBrick brick = brick(Kind.LEAKY_BUCKET);
    Client client =
        open(brick, "held", Terms.standard().withLimits(20, 0), Stage.random(Stage.closed(4)));
    time.runUntil(10 * Timeline.SECOND);
    assertThat(client.completed().count()).isCloseTo(200, within(2));
    assertThat(client.latencies().at(100)).isCloseTo(200_000_000L, within(11_000_000L));
    assertThat(client.released().at(100)).isLessThan(client.completed().at(100));
  }

  @Test
  void whatAWorkerLeftBehindWhenItsStageEndedIsServed() {
    LabBrick brick = brick(Kind.NONE);
    Stage busy = Stage.random(Stage.closed(8)).lasting(1);
    Client client =
        open(brick, "once", Terms.standard(), busy, Stage.random(new Stage.Arrival.Idle()));
    time.runUntil(3 * Timeline.SECOND);
    assertThat((long) client.completed().count()).isEqualTo(client.arrivals());
    assertThat(client.completed().before(Timeline.SECOND)).isBetween(98, 100);
  }
}
