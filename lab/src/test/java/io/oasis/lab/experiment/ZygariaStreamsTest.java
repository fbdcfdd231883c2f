package io.oasis.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows what streams are compared with: a driver that starves nobody, as Zygaria assumes one. */
class ZygariaStreamsTest {
  private final Experiment experiment = new ZygariaStreams();

  @Test
  void linuxServesEveryStreamAndAnElevatorWithoutDeadlinesOne() {
    RunResult linux = experiment.run("linux", 1);
    RunResult elevator = experiment.run("elevator", 1);
    assertThat(linux.metrics().get("leastOfEven.streams7")).isGreaterThan(0.8);
    assertThat(elevator.metrics().get("leastOfEven.streams7")).isZero();
  }
}
