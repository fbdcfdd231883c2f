package io.oasis.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunsTest {
  @Test
  void theSameExperimentPolicyAndSeedGiveTheSameFingerprint() {
    Experiment experiment = new CompetingBandwidth();
    RunResult first = experiment.run(Control.PROPORTIONAL_FAIR, 3);
    RunResult second = experiment.run(Control.PROPORTIONAL_FAIR, 3);
    RunResult other = experiment.run(Control.PROPORTIONAL_FAIR, 4);
    assertThat(second.sha256()).isEqualTo(first.sha256());
    assertThat(second.metrics()).isEqualTo(first.metrics());
    assertThat(other.sha256()).isNotEqualTo(first.sha256());
  }

  @Test
  void aBarCountsTheWorstSeedAndOneOnAReferenceIsFoundThere() {
    Experiment experiment = new CompetingBandwidth();
    Verdict verdict =
        Runs.of(experiment, List.of(Control.PROPORTIONAL_FAIR), List.of(1L, 2L), text -> {})
            .getFirst();
    assertThat(verdict.references().keySet())
        .containsExactly(Control.BEST_EFFORT, Control.CLAIRVOYANT, Control.EVEN);
    Verdict.Judged unfair = verdict.bars().getFirst();
    assertThat(unfair.bar().metric()).isEqualTo("best-effort.usageDifference");
    assertThat(unfair.measured())
        .isEqualTo(verdict.references().get(Control.BEST_EFFORT).get("usageDifference").min());
  }

  @Test
  void aBarAgainstAnotherMetricCountsTheWorstSeedOfBoth() {
    Experiment experiment = new ZygariaTransient();
    Verdict verdict =
        Runs.of(experiment, experiment.policies(), List.of(1L, 2L), text -> {}).getFirst();
    Bar bar = Bar.atMost("behindReserve", 0.5, "best-effort.behindReserve");
    Spread other = verdict.references().get(Control.BEST_EFFORT).get("behindReserve");
    assertThat(bar.limit(other)).isEqualTo(other.min() / 2);
    assertThat(bar.holds(other.min() / 2, bar.limit(other))).isTrue();
    assertThat(bar.holds(other.min(), bar.limit(other))).isFalse();
    assertThat(bar.origin()).isEqualTo(" (0.5 x best-effort.behindReserve)");
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
