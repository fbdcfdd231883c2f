package io.oasis.manager.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.decide.Decider;
import io.oasis.manager.core.hear.Domain;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Decision.QueueDecision;
import io.oasis.protocol.DecisionHeader;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows that what a controller remembers of its decisions does not grow with their size. */
class DecisionsTest {
  /** The law that learns a capacity, an interval a second. */
  private static final ControllerConfig CONFIG =
      new ControllerConfig(Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "capacity");

  private static final DomainId DOMAIN = new DomainId("d");

  private final Domain domain = new Domain(DOMAIN, CONFIG, Optional.empty());
  private final Decisions decisions =
      new Decisions(domain, new Decider(domain, CapacityMemory.NONE));

  @Test
  void aHundredSmallDecisionsAreRemembered() {
    for (int i = 1; i <= 150; i++) {
      decisions.remember(decision(i, 2));
    }
    assertThat(decisions.recent()).hasSize(100);
    assertThat(decisions.recent().getFirst().header().version()).isEqualTo(new Version(1, 150));
  }

  @Test
  void ofLargeOnesThereAreFewer() {
    for (int i = 1; i <= 50; i++) {
      decisions.remember(decision(i, 100));
    }
    assertThat(decisions.recent()).hasSize(2);
    decisions.remember(decision(51, 10_000));
    decisions.remember(decision(52, 10_000));
    assertThat(decisions.recent())
        .singleElement()
        .extracting(decision -> decision.header().version())
        .isEqualTo(new Version(1, 52));
    decisions.remember(decision(53, 3));
    decisions.remember(decision(54, 3));
    assertThat(decisions.recent()).hasSize(2);
  }

  private static Decision decision(long sequence, int queues) {
    QueueId queue = new QueueId(new ApplicationId("p"), new LunId("l"));
    QueueDecision one =
        new QueueDecision(
            queue,
            new Decision.Terms(1, 0, Optional.empty()),
            new Decision.Need(Demand.Quality.OBSERVED, Optional.empty(), 0),
            new Decision.Step(Optional.empty(), 0, Optional.empty(), Optional.empty()),
            new Decision.Why(Bound.DEMAND, Bound.DEMAND, "a test"));
    return new Decision(
        new DecisionHeader(DOMAIN, new Version(1, sequence), Instant.EPOCH, Mode.SHADOW, "even"),
        "0",
        new CapacityEstimate(
            0,
            Optional.empty(),
            0,
            Optional.empty(),
            65_536,
            false,
            CapacityEstimate.Source.NONE,
            0),
        new Decision.Certificate(0, Optional.empty(), 0),
        false,
        queues,
        Collections.nCopies(queues, one),
        List.of());
  }
}
