package io.oasis.manager.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.policy.Claim;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.QueueId;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentence of a decision: in I/Os per second of the queue's own size. */
class ReasonsTest {
  /** An I/O of this size costs 2. */
  private static final double BYTES = CostModel.BYTES_PER_COST;

  private static String of(double demand, Bound target, Bound step, boolean calm) {
    Claim claim =
        new Claim(1, demand, 0, Double.POSITIVE_INFINITY, 100, Optional.empty(), Optional.empty());
    return Reasons.of(claim, target, step, 200, BYTES, calm);
  }

  @Test
  void whoHasAShareIsToldWhatItWantsWhereThatIsKnown() {
    assertThat(of(600, Bound.FAIR_SHARE, Bound.FAIR_SHARE, false))
        .isEqualTo("wants 300 IOPS, its fair share is 100 IOPS");
    assertThat(of(Double.POSITIVE_INFINITY, Bound.FAIR_SHARE, Bound.FAIR_SHARE, false))
        .isEqualTo("wants more than there is: its fair share is 100 IOPS");
    assertThat(of(600, Bound.DEMAND, Bound.DEMAND, false)).isEqualTo("gets all it wants, 100 IOPS");
  }

  @Test
  void whereAllFitsNobodyIsLimited() {
    assertThat(of(600, Bound.FAIR_SHARE, Bound.STEP, true))
        .isEqualTo("not limited: everybody's demand fits with room to spare");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "STEP = set to 100 IOPS by the policy's own rule, approached step by step",
        "DEAD_BAND = set to 100 IOPS by the policy's own rule, unchanged: the difference is too"
            + " small or too fresh to push",
        "RULE = set to 100 IOPS by the policy's own rule"
      })
  void aStepOnTheWayIsTold(Bound step, String reason) {
    assertThat(of(600, Bound.RULE, step, false)).isEqualTo(reason);
  }

  @Test
  void threeWhoGainedAreNamedAndTheOthersCounted() {
    assertThat(Reasons.earned(earned(1)))
        .isEqualTo(
            "; h:/0 gained 50 IOPS by its limit (100 to 150), last measured at"
                + " 2026-01-01T00:00:00Z");
    assertThat(Reasons.earned(earned(3))).doesNotContain("more");
    assertThat(Reasons.earned(earned(5)))
        .contains("h:/2 gained 50 IOPS by its limit (102 to 152) and 2 more, last")
        .doesNotContain("h:/3");
  }

  private static Decision.Earned earned(int gains) {
    return new Decision.Earned(
        Instant.parse("2026-01-01T00:00:00.250Z"),
        IntStream.range(0, gains)
            .mapToObj(i -> new Decision.Gain(QueueId.parse("h:/" + i + "|lun"), 100 + i, 150 + i))
            .toList());
  }
}
