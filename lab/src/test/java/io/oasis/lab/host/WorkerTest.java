package io.oasis.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.sim.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a worker does with requests that it may not issue at their time. */
class WorkerTest {
  private final Timeline time = new Timeline();
  private final List<Io> issued = new ArrayList<>();

  /** Ten a second, two at a time, for a second and a half of which nothing is answered. */
  private Worker worker(Stage.Arrival arrival) {
    Worker worker = new Worker("worker", time, 1, List.of(Stage.random(arrival)));
    worker.start(
        new Port() {
          @Override
          public void submit(Io io) {
            issued.add(io);
          }

          @Override
          public void completed(Io io) {
            worker.completed(io);
          }
        },
        0);
    time.runUntil(1_500 * Timeline.MILLI);
    return worker;
  }

  private void answerAll() {
    for (int i = 0; i < issued.size(); i++) {
      issued.get(i).worker().completed(issued.get(i));
    }
  }

  @Test
  void anOpenLoopMakesUpForAllThatWasDue() {
    Worker worker = worker(new Stage.Arrival.Open(10, false, 2));
    assertThat(issued).hasSize(2);
    assertThat(worker.owed()).isEqualTo(13);
    answerAll();
    assertThat(issued).hasSize(15);
  }

  @Test
  void aPeriodicOneIssuesTheFirstThatWasDueAndNoMore() {
    Worker worker = worker(new Stage.Arrival.Periodic(10, 2));
    assertThat(issued).hasSize(2);
    assertThat(worker.owed()).isEqualTo(1);
    answerAll();
    assertThat(issued).hasSize(3);
    issued.clear();
    time.runUntil(2_500 * Timeline.MILLI);
    assertThat(issued).hasSize(2);
  }
}
