package io.oasis.manager.core.harm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.harm.TailEvidence.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many slow intervals under limits convict them, in phases of ten: Fisher's exact test. */
class TailEvidenceTest {
  private static final int PHASE = 10;

  private final TailEvidence evidence = new TailEvidence(1_000);

  /** So many of the phase's intervals are slow. */
  private void phase(boolean limited, int slow) {
    for (int i = 0; i < PHASE; i++) {
      evidence.saw(i < slow ? 1_001 : 1_000);
    }
    evidence.phaseEnds(limited);
  }

  /**
   * All slow ones are with limits, of 20 and 20. Of 8 that is C(20,8)/C(40,8) = 0.0016, of 9 it is
   * 0.0006. What is left without the worst phase, of 10 and 20, is 0.103 with 2 and 0.030 with 3.
   */
  @ParameterizedTest
  @CsvSource({
    "4, 4, GO_ON",
    "5, 4, CAUSE",
    "4, 5, CAUSE",
    "7, 2, GO_ON",
    "2, 7, GO_ON",
    "6, 3, CAUSE",
    "3, 6, CAUSE",
    "10, 0, GO_ON",
    "1, 1, GO_ON",
    "1, 0, NOT_THE_CAUSE"
  })
  void slowIntervalsConvictWhereChanceHardlyDoesAsMuchAlsoWithoutTheWorstPhase(
      int first, int second, Verdict verdict) {
    phase(false, 0);
    phase(true, first);
    phase(false, 0);
    phase(true, second);
    assertThat(evidence.verdict(1)).isEqualTo(verdict);
  }

  @Test
  void whatIsOpenAfterTwoRoundsIsNotTheCause() {
    phase(false, 0);
    phase(true, 1);
    phase(false, 0);
    phase(true, 1);
    assertThat(evidence.verdict(1)).isEqualTo(Verdict.GO_ON);
    assertThat(evidence.verdict(2)).isEqualTo(Verdict.NOT_THE_CAUSE);
  }

  @Test
  void whoIsSlowWithoutLimitsAsWellIsNotHarmedByThem() {
    phase(false, 9);
    phase(true, 8);
    phase(false, 8);
    phase(true, 9);
    assertThat(evidence.verdict(1)).isEqualTo(Verdict.NOT_THE_CAUSE);
    assertThat(evidence.words())
        .isEqualTo("intervals above 1.0 ms: 17 of 20 with limits, 17 of 20 without");
  }
}
