package io.oasis.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Shows that the mixed load nearly saturates the disk, as the paper's, and who gains by Zygaria.
 */
class ZygariaMixedTest {
  private static final double RESERVABLE = 112;

  private final Experiment experiment = new ZygariaMixed();

  /** What asks for all that is left is no load that is "almost enough to saturate the disk". */
  @Test
  void backgroundAsksForNoMoreThanItsLimit() {
    Map<String, Double> alone = experiment.run(Control.BEST_EFFORT, 1).metrics();
    assertThat(alone.get("background")).isBetween(0.1 * RESERVABLE, 0.25 * RESERVABLE);
  }

  @Test
  void backgroundDoesMoreWithZygaria() {
    assertThat(experiment.run("zygaria", 1).metrics().get("background"))
        .isGreaterThan(experiment.run(Control.BEST_EFFORT, 1).metrics().get("background"));
  }
}
