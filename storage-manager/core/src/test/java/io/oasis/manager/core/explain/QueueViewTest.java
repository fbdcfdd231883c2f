package io.oasis.manager.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.explain.DomainView.QueueView;
import io.oasis.manager.core.explain.DomainView.Standing;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Demand;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
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

  @Test
  void whatIsForeseenIsToldInIosOfItsPresentSize() {
    Bandwidth usage = Bandwidth.of(100, 409_600);
    assertThat(foreseen(usage, Optional.of(RateBound.ofIops(50))))
        .contains(Bandwidth.of(50, 204_800));
    assertThat(foreseen(usage, Optional.of(RateBound.ofBytesPerSecond(40_960))))
        .contains(Bandwidth.of(10, 40_960));
    assertThat(foreseen(usage, Optional.empty())).isEmpty();
  }

  @Test
  void ofWhoDoesNothingItIsKnownInIosOnly() {
    assertThat(foreseen(Bandwidth.ZERO, Optional.of(RateBound.ofIops(50))))
        .contains(Bandwidth.of(50, 0));
    assertThat(foreseen(Bandwidth.ZERO, Optional.of(RateBound.ofBytesPerSecond(40_960)))).isEmpty();
  }

  private static Optional<Bandwidth> foreseen(Bandwidth usage, Optional<RateBound> bound) {
    return view(Standing.SHARING, Bound.DEMAND, "", usage, bound).foreseenBandwidth();
  }

  private static QueueView view(Standing standing, Bound bound, String cause) {
    return view(standing, bound, cause, Bandwidth.ZERO, Optional.empty());
  }

  private static QueueView view(
      Standing standing, Bound bound, String cause, Bandwidth usage, Optional<RateBound> foreseen) {
    Bandwidth target = Bandwidth.of(149.6, 612_762);
    Demand demand =
        new Demand(Demand.Quality.CENSORED, Bandwidth.of(140, 0), Optional.empty(), "at its limit");
    return new QueueView(
        QueueId.parse("host:db|wwid:1"),
        1,
        new QueueView.Measured(usage, demand, 0, 0, Optional.empty(), Optional.empty(), List.of()),
        new QueueView.Share(target, Optional.empty(), foreseen, bound, standing),
        new QueueView.InForce(Optional.empty(), Optional.empty(), Optional.empty(), cause));
  }
}
