package io.oasis.lab.zoo.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import io.oasis.lab.zoo.scenario.ScenarioWriter;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scenarios are drawn the same by the same seed, can be written, and are made small. */
class ShrinkerTest {
  private static List<Scenario> drawn() {
    return IntStream.range(0, 200).mapToObj(RandomScenario::of).toList();
  }

  @Test
  void theSameSeedDrawsTheSameAndOthersDoNot() {
    assertThat(drawn()).isEqualTo(drawn());
    assertThat(drawn().stream().map(Scenario::applications).distinct()).hasSize(200);
  }

  /** So a failing one can be kept as a file. */
  @Test
  void whatIsDrawnIsReadAsItWasWritten() {
    for (Scenario scenario : drawn()) {
      String text = ScenarioWriter.text(scenario);
      assertThat(ScenarioReader.text(text, "x", "random")).as(text).isEqualTo(scenario);
    }
  }

  /** What fails because somebody has a closed loop is left with that alone. */
  @Test
  void allThatDoesNotMatterIsLeftOut() {
    Predicate<Scenario> fails =
        scenario ->
            scenario.applications().stream()
                .anyMatch(
                    one ->
                        one.stages().stream()
                            .anyMatch(stage -> stage.load() instanceof Load.Closed));
    List<Scenario> failing = drawn().stream().filter(fails).toList();
    assertThat(failing).hasSizeGreaterThan(100);
    for (Scenario scenario : failing) {
      Scenario smallest = new Shrinker(fails).smallest(scenario);
      assertThat(fails.test(smallest)).isTrue();
      assertThat(smallest.applications()).hasSize(1);
      assertThat(smallest.applications().getFirst().stages()).hasSize(1);
      assertThat(smallest.luns()).hasSize(1);
      assertThat(smallest.devices().getFirst().peculiar().stalls()).isEmpty();
      assertThat(smallest.devices().getFirst().peculiar().credits()).isEmpty();
    }
  }
}
