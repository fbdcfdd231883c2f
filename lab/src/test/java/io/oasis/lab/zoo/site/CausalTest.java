package io.oasis.lab.zoo.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.experiment.Control;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.Zoo;
import io.oasis.lab.zoo.judge.Judgement;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The causal law is fair to the starved, harms nobody, and leaves alone who is content: by itself,
 * and in the manager.
 */
class CausalTest {
  /** Seeds and loads that the law was not tried on when it was made. */
  private static final List<Long> SEEDS = List.of(7L, 8L);

  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void theStarvedGetTheirShareAndNothingIsLost(Enforcement place) {
    for (Judgement judged : judge(place, loop("deep", 48, ""), loop("shallow", 2, ""))) {
      assertThat(judged.got().leastShare())
          .as("%s, seed %d", judged.what().policy(), judged.what().seed())
          .isGreaterThan(0.9);
      assertThat(judged.got().totalToUnmanaged())
          .as("%s, seed %d", judged.what().policy(), judged.what().seed())
          .isGreaterThan(0.95);
    }
  }

  /** Small I/Os first: the large ones are never served, and their application seems idle. */
  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void whomTheDeviceDoesNotGetToHasItsShare(Enforcement place) {
    String large =
        "{\"name\": \"large\", \"stages\": [{\"bytes\": 131072, \"closed\": {\"depth\": 5}}]}";
    String order = "\"order\": \"shortest-first\"";
    List<String> policies = List.of(Control.PROPORTIONAL_FAIR);
    for (Judgement judged : judge(place, policies, order, loop("small", 6, ""), large)) {
      assertThat(judged.got().leastShare())
          .as("%s, seed %d", judged.what().policy(), judged.what().seed())
          .isGreaterThan(0.9);
    }
  }

  /**
   * Through the array the old law leaves 7 in 1,000 of this device. A law that holds others for
   * somebody who sleeps loses half a second of each pause, and one that makes up for all of the
   * past takes more than a tenth of the steady one's share.
   */
  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void aNeighbourThatComesAndGoesCostsNoThroughput(Enforcement place) {
    String pause = ", {\"seconds\": 4.5, \"idle\": true}";
    for (Judgement judged : judge(place, loop("deep", 32, ""), loop("other", 4, pause))) {
      assertThat(judged.got().totalToUnmanaged())
          .as("%s, seed %d", judged.what().policy(), judged.what().seed())
          .isGreaterThan(0.96);
      assertThat(judged.got().leastShare())
          .as("%s, seed %d", judged.what().policy(), judged.what().seed())
          .isGreaterThan(0.88);
    }
  }

  @Test
  void whoIsContentIsNotLimited() {
    String one = open("one", 260);
    for (Judgement judged : judge(Enforcement.HOST, one, open("other", 310))) {
      assertThat(judged.restlessness().pushesPerHour())
          .as("%s, seed %d", judged.what().policy(), judged.what().seed())
          .isZero();
    }
  }

  private static List<Judgement> judge(Enforcement place, String... applications) {
    List<String> policies = List.of(Zoo.CAUSAL, Control.PROPORTIONAL_FAIR);
    return judge(place, policies, "\"order\": \"fifo\"", applications);
  }

  private static List<Judgement> judge(
      Enforcement place, List<String> policies, String order, String... applications) {
    Scenario scenario =
        ScenarioReader.text(
            """
            {"seconds": 180, "judgedFrom": 60, "luns": [{"name": "l", "host": "h", "device": "d"}],
             "devices": [{"name": "d", %s, "read": {"micros": 1250, "bytesPerSecond": 2e8}}],
             "applications": [%s]}
            """
                .formatted(order, String.join(",", applications)),
            "test",
            "test");
    return new Zoo(
            policies,
            Optional.of(place),
            Optional.of(SEEDS),
            Causal.INTERVAL_SECONDS,
            LabHost.Counting.ENTERED,
            false,
            _ -> {})
        .judge(List.of(scenario));
  }

  private static String loop(String name, int depth, String then) {
    return """
    {"name": "%s", "repeat": true, "stages": [{"seconds": 4.5, "closed": {"depth": %d}}%s]}
    """
        .formatted(name, depth, then);
  }

  private static String open(String name, int perSecond) {
    return """
    {"name": "%s", "stages": [{"open": {"perSecond": %d, "poisson": true}}]}
    """
        .formatted(name, perSecond);
  }
}
