package io.oasis.proving.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is fair in a mix, and what is made of rates. */
class WorkloadMixTest {
  @Test
  void equalsHaveEqualParts() {
    Map<String, Double> fair = mix("32:1").fair(1_000, Map.of("a", 1_000.0, "b", 900.0));
    assertThat(fair).containsEntry("a", 500.0).containsEntry("b", 500.0);
  }

  @Test
  void whoNeedsLessLeavesTheRest() {
    Map<String, Double> fair = mix("open300:32").fair(1_000, Map.of("a", 300.0, "b", 1_000.0));
    assertThat(fair).containsEntry("a", 300.0).containsEntry("b", 700.0);
  }

  /** It works half of the time: then it has half of the device, which is a quarter in all. */
  @Test
  void whoPausesHasItsPartWhileItWorks() {
    Map<String, Double> fair = mix("32:8on5").fair(1_000, Map.of("a", 1_000.0, "b", 500.0));
    assertThat(fair.get("b")).isCloseTo(250, within(1e-9));
    assertThat(fair.get("a")).isCloseTo(750, within(1e-9));
  }

  @Test
  void aPeriodIsMeasuredWhole() {
    assertThat(mix("32:8on5").seconds(12)).isEqualTo(20);
    assertThat(mix("8:8on3").seconds(12)).isEqualTo(12);
    assertThat(mix("32:1").seconds(12)).isEqualTo(12);
  }

  @Test
  void whoIsStarvedSetsTheLeastShare() {
    Map<String, FairnessRun.Got> got =
        Map.of("a", new FairnessRun.Got(950, 30), "b", new FairnessRun.Got(40, 25));
    Outcome outcome =
        Outcome.of(mix("32:1"), "best-effort", got, Map.of("a", 1_000.0, "b", 800.0), 0);
    assertThat(outcome.total()).isEqualTo(990);
    assertThat(outcome.totalToUnmanaged()).isEqualTo(1);
    assertThat(outcome.leastShare()).isCloseTo(40 / 495.0, within(1e-9));
    assertThat(outcome.product()).isCloseTo(0.95 * 0.05, within(1e-9));
    assertThat(new FairnessReport(1_000, 20, Map.of(), List.of(outcome)).text())
        .contains("32:1", "best-effort", "990", "0.08", "0.048", "a 950 (30), b 40 (25)");
  }

  private static WorkloadMix mix(String name) {
    return WorkloadMix.all().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
