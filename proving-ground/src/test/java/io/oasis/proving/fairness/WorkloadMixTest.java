package io.oasis.proving.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is fair in a mix. */
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

  /** 512 KiB take 100 MiB/s at 200 a second, 4 KiB its 1,000 I/Os: each has half of its own. */
  @Test
  void unlikeIosHaveEqualPartsOfWhatEachReachesAlone() {
    WorkloadMix mix = mix("512k:4k");
    Map<String, Double> alone = Map.of("a", 200.0, "b", 1_000.0);
    assertThat(mix.fair(900, alone)).containsEntry("a", 100.0).containsEntry("b", 500.0);
    assertThat(mix.work(Map.of("a", 50.0, "b", 750.0), alone)).isCloseTo(1, within(1e-9));
    assertThat(mix("32:1").work(Map.of("a", 50.0, "b", 750.0), alone)).isEqualTo(800);
  }

  @Test
  void whatMayRatchetIsMeasuredForThreeMinutes() {
    assertThat(mix("32:4on3.5").seconds(20)).isEqualTo(175);
    assertThat(mix("32:4on3.5").seconds(176)).isEqualTo(182);
  }

  private static WorkloadMix mix(String name) {
    return WorkloadMix.all().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
