package io.oasis.lab.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.sim.Timeline;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.DecisionHeader;
import io.oasis.protocol.Demand;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a manager says against an operator's word is found, in decisions and in settings. */
class AuditTest {
  private static final String ASKING = "proportional-fair";
  private static final String CAPACITY = "capacity";
  private static final Optional<RateBound> NONE = Optional.empty();
  private static final QueueId QUEUE = QueueId.parse("h:app|h:sda");

  private final Audit audit = new Audit(new Timeline(), 15 * Timeline.SECOND);

  @Test
  void whatKeepsToTheOperatorsWordPasses() {
    rail(ASKING, iops(100), iops(200), false);
    limitTo(iops(103));
    limitTo(iops(200));
    limitTo(NONE);
    decide(ASKING, 100, Optional.of(103.0));
    decide(ASKING, 100, Optional.empty());
    assertThat(audit.faults()).isEmpty();
  }

  @Test
  void aLimitOfWhoIsExcludedIsFound() {
    rail(ASKING, NONE, NONE, true);
    limitTo(iops(500));
    decide(ASKING, 0, Optional.of(500.0));
    assertThat(audit.faults())
        .containsExactly(
            "0.000 s: h:app|h:sda is limited",
            "0.000 s: h:app|h:sda: it is excluded, and has 500.000000");
  }

  @Test
  void aLimitAboveTheOperatorsIsFound() {
    rail(ASKING, NONE, iops(200), false);
    limitTo(iops(202));
    assertThat(audit.faults()).singleElement().asString().contains("above the operator's");
  }

  @Test
  void byCapacityALimitIsAboveTheOperatorsByTheHeadroomAtMost() {
    rail(CAPACITY, NONE, iops(200), false);
    limitTo(iops(206));
    assertThat(audit.faults()).isEmpty();
    limitTo(iops(207));
    assertThat(audit.faults()).singleElement().asString().contains("above the operator's");
  }

  @Test
  void aLimitBelowAReserveIsFound() {
    rail(ASKING, iops(100), NONE, false);
    limitTo(iops(99));
    decide(ASKING, 100, Optional.of(99.0));
    assertThat(audit.faults())
        .hasSize(2)
        .allMatch(fault -> fault.contains("below its reserve"), "names the reserve");
  }

  /** The price says that all is given out, and half of it is. */
  @Test
  void byCapacityAnUnsoundWholeDecisionIsFound() {
    decide(CAPACITY, 0, Optional.of(500.0));
    assertThat(audit.faults()).singleElement().asString().contains("leave part of");
  }

  private void rail(
      String policy, Optional<RateBound> reserve, Optional<RateBound> limit, boolean isExcluded) {
    GuardRail rail =
        new GuardRail(Scope.QUEUE, QUEUE.toString(), Optional.empty(), reserve, limit, isExcluded);
    audit.told(
        new GuardRails(
            World.DOMAIN, 1, Instant.EPOCH, Mode.ENFORCE, policy, List.of(rail), List.of()));
  }

  private static Optional<RateBound> iops(double iops) {
    return Optional.of(RateBound.ofIops(iops));
  }

  private long version;

  private void limitTo(Optional<RateBound> limit) {
    version++;
    audit.told(new Setting(QUEUE, new Version(1, version), limit, 1));
  }

  /** By capacity there are 1,000, at the price at which the queue has 500 of them. */
  private void decide(String policy, double reserve, Optional<Double> has) {
    Optional<Double> price = policy.equals(CAPACITY) ? Optional.of(1 / 500.0) : Optional.empty();
    audit.told(
        new Decision(
            new DecisionHeader(
                World.DOMAIN, new Version(1, 0), Instant.EPOCH, Mode.ENFORCE, policy),
            "0",
            new CapacityEstimate(
                1_000,
                Optional.of(1_000.0),
                1_000,
                Optional.of(1_000.0),
                65_536,
                true,
                CapacityEstimate.Source.KNEE,
                0),
            new Decision.Certificate(1_000, price, 0),
            true,
            1,
            List.of(
                new Decision.QueueDecision(
                    QUEUE,
                    new Decision.Terms(1, reserve, Optional.empty()),
                    new Decision.Need(Demand.Quality.CENSORED, Optional.empty(), 500),
                    new Decision.Step(has, has.orElse(500.0), has, has.map(RateBound::ofIops)),
                    new Decision.Why(
                        Decision.Bound.FAIR_SHARE, Decision.Bound.FAIR_SHARE, "its share"))),
            List.of()));
  }
}
