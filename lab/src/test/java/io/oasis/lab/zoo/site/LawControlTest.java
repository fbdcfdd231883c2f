package io.oasis.lab.zoo.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A law by itself is shown what can be seen, and what it answers is in force. */
class LawControlTest {
  private static final Scenario SCENARIO =
      ScenarioReader.text(
          """
          {"seconds": 60, "judgedFrom": 10,
           "luns": [{"name": "l1", "host": "h1"}, {"name": "l2", "host": "h2"}],
           "applications": [
             {"name": "deep", "lun": "l1", "stages": [{"closed": {"depth": 32}}]},
             {"name": "open", "lun": "l2", "weight": 2,
              "stages": [{"open": {"perSecond": 100}, "bytes": 8192, "reads": 0}]}]}
          """,
          "test",
          "test");

  /** Limits the first queue to 300, and keeps what it saw. */
  private static final class Keeping implements Law {
    private final List<Sight> seen = new ArrayList<>();

    @Override
    public double intervalSeconds() {
      return 0.5;
    }

    @Override
    public double[] decide(Sight sight) {
      seen.add(sight);
      return new double[] {300, Double.POSITIVE_INFINITY};
    }
  }

  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void itSeesTheDeviceAndItsQueues(Enforcement enforcement) {
    Keeping law = new Keeping();
    Run run = Run.of(SCENARIO, enforcement, 1, new LawControl(() -> law));
    assertThat(run.moves()).hasSize(1);
    assertThat(law.seen).hasSize(120);
    Law.Sight first = law.seen.getFirst();
    assertThat(first.completed()).isCloseTo(500, withPercentage(1));
    assertThat(first.queues().getFirst().completed()).isCloseTo(450, withPercentage(2));
    Law.Sight last = law.seen.getLast();
    assertThat(last.second()).isEqualTo(60);
    assertThat(last.completed()).isCloseTo(200, withPercentage(8));
    Law.Queue deep = last.queues().getFirst();
    Law.Queue open = last.queues().getLast();
    assertThat(open).isEqualTo(new Law.Queue("open", 2, 50, 409_600, 1, 50, 0));
    assertThat(deep.completed()).isCloseTo(150, withPercentage(10));
    boolean seesHeld = enforcement == Enforcement.HOST;
    assertThat(deep.held() > 0).isEqualTo(seesHeld);
    assertThat(last.inFlight() >= 32).isEqualTo(!seesHeld);
    assertThat(last.latencySeconds() > 0.05).isEqualTo(!seesHeld);
  }
}
