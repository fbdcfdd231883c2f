package io.oasis.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows that a run is a function of experiment, policy and seed. */
class RunsTest {
  @Test
  void theSameExperimentPolicyAndSeedGiveTheSameFingerprint() {
    Experiment experiment = new CompetingBandwidth();
    RunResult first = experiment.run(Control.CAPACITY, 3);
    RunResult second = experiment.run(Control.CAPACITY, 3);
    RunResult other = experiment.run(Control.CAPACITY, 4);
    assertThat(second.sha256()).isEqualTo(first.sha256());
    assertThat(second.metrics()).isEqualTo(first.metrics());
    assertThat(other.sha256()).isNotEqualTo(first.sha256());
  }

  @Test
  void aBarCountsTheWorstSeedAndOneOnAReferenceIsFoundThere() {
    Experiment experiment = new CompetingBandwidth();
    Verdict verdict =
        Runs.of(experiment, List.of(Control.CAPACITY), List.of(1L, 2L), text -> {}).getFirst();
    assertThat(verdict.measured().references().keySet())
        .containsExactly(Control.BEST_EFFORT, Control.CLAIRVOYANT, Control.EVEN);
    Judged unfair = verdict.bars().getFirst();
    assertThat(unfair.bar().metric()).isEqualTo("best-effort.usageDifference.overload");
    assertThat(unfair.worst().measured())
        .isEqualTo(
            verdict
                .measured()
                .references()
                .get(Control.BEST_EFFORT)
                .get("usageDifference.overload")
                .min());
  }

  @Test
  void anExperimentOnABrickGivesTheSameFingerprintAgain() {
    Experiment experiment = new ZygariaTransient();
    assertThat(experiment.run("zygaria", 3).sha256())
        .isEqualTo(experiment.run("zygaria", 3).sha256())
        .isNotEqualTo(experiment.run("zygaria", 4).sha256());
  }

  @Test
  void aClairvoyantGivesSmallDemandsWholeAndSharesTheRest() {
    assertThat(Control.fairShares(100, 10, 200, 200)).containsExactly(10, 45, 45);
    assertThat(Control.fairShares(100, 10, 20, 30)).containsExactly(10, 20, 30);
  }
}
