package io.oasis.lab.zoo.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.zoo.judge.Reference;
import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import io.oasis.lab.zoo.scenario.ScenarioWriter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Everybody who is drawn has all it wants, on devices of all kinds and with loads of all kinds. */
class ContentScenarioTest {
  private static final List<Scenario> DRAWN =
      IntStream.range(0, 20).mapToObj(ContentScenario::of).toList();

  @Test
  void everybodyHasAllItWants() {
    for (Scenario scenario : DRAWN) {
      Reference reference = Reference.of(scenario, scenario.trial().seeds().getFirst());
      assertThat(reference.isContent()).as(scenario.name()).isTrue();
    }
  }

  @Test
  void theSameSeedDrawsTheSameAndItCanBeKept() {
    assertThat(ContentScenario.of(3)).isEqualTo(DRAWN.get(3));
    for (Scenario scenario : DRAWN) {
      String text = ScenarioWriter.text(scenario);
      assertThat(ScenarioReader.text(text, "x", "random")).as(text).isEqualTo(scenario);
    }
  }

  @Test
  void loadsAndDevicesDiffer() {
    assertThat(DRAWN.stream().map(one -> one.devices().getFirst().servers()).distinct())
        .hasSizeGreaterThan(3);
    assertThat(
            DRAWN.stream()
                .flatMap(one -> one.applications().stream())
                .map(one -> one.stages().getFirst().load().getClass().getSimpleName())
                .distinct())
        .contains(Load.Closed.class.getSimpleName(), Load.Open.class.getSimpleName());
  }
}
