package io.oasis.manager.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.explain.DomainView.QueueView;
import io.oasis.manager.core.explain.DomainView.Standing;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Demand;
import io.oasis.protocol.QueueId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentence that says why a queue has what it has. */
class QueueViewTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "DEMAND = gets all it wants, 150 IOPS; at its limit",
        "LIMIT = held to its limit of 150 IOPS by a guard rail; at its limit",
        "RESERVE = given its reserve of 150 IOPS by a guard rail; at its limit",
        "FAIR_SHARE = wants more than there is: its fair share is 150 IOPS; at its limit",
        "RULE = set to 150 IOPS by the policy's own rule; at its limit",
        "EXCLUDED = never limited; at its limit",
        "STEP = set to 150 IOPS; at its limit",
        "DEAD_BAND = set to 150 IOPS; at its limit"
      })
  void whoSharesIsToldHowMuchAndWhatForByEachBound(Bound bound, String reason) {
    assertThat(view(Standing.SHARING, bound, "").reason()).isEqualTo(reason);
  }

  @Test
  void whoDoesNotShareIsToldWhy() {
    assertThat(view(Standing.INSULATED, Bound.DEMAND, "").reason())
        .isEqualTo("not limited: it has slices of the device's time, and a part of its cache");
    assertThat(view(Standing.NEVER_SATURATED, Bound.DEMAND, "").reason())
        .isEqualTo("not limited: the device was never seen saturated");
    assertThat(view(Standing.EXCLUDED, Bound.EXCLUDED, "").reason())
        .isEqualTo("never limited: excluded");
    assertThat(view(Standing.EXCLUDED, Bound.EXCLUDED, "somebody else's limit").reason())
        .isEqualTo("never limited: somebody else's limit");
  }

  private static QueueView view(Standing standing, Bound bound, String cause) {
    Bandwidth target = Bandwidth.of(149.6, 612_762);
    Demand demand =
        new Demand(Demand.Quality.CENSORED, Bandwidth.of(140, 0), Optional.empty(), "at its limit");
    return new QueueView(
        QueueId.parse("host:db|wwid:1"),
        1,
        new QueueView.Measured(Bandwidth.ZERO, demand, 0, 0, Optional.empty(), List.of()),
        new QueueView.Share(target, Optional.empty(), Optional.empty(), bound, standing),
        new QueueView.InForce(Optional.empty(), Optional.empty(), Optional.empty(), cause));
  }
}
