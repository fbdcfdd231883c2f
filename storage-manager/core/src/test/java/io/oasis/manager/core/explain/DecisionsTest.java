package io.oasis.manager.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.manager.core.decide.Decided;
import io.oasis.manager.core.decide.GivenLaw;
import io.oasis.manager.core.decide.Share;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.hear.Rails;
import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.policy.Problem;
import io.oasis.manager.core.policy.Targets;
import io.oasis.manager.core.settle.Stepper;
import io.oasis.protocol.ApplicationId;
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
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of a decision, and what of those before is remembered. */
class DecisionsTest {
  private static final DomainId DOMAIN = new DomainId("d");

  private final Domain domain = new Domain(DOMAIN, ControllerConfig.DEFAULT, Optional.empty());
  private final Decisions decisions = new Decisions(domain, new GivenLaw());

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
        GivenLaw.CAPACITY,
        new Decision.Certificate(0, Optional.empty(), 0),
        false,
        queues,
        Collections.nCopies(queues, one),
        List.of());
  }

  /** A queue that had so much and has so much from now on. */
  private record Told(Claim claim, Share share) {}

  private static Told moved(String name, double before, double after) {
    Share share = share(name);
    share.remember(new QueueMemory(share.heard.id(), Optional.of(after), 4_096, 1));
    return new Told(claim(500, 500, 10, Optional.of(before)), share);
  }

  private static Told unlimited(String name, double usage) {
    return new Told(claim(500, 500, usage, Optional.empty()), share(name));
  }

  private static Share share(String name) {
    return new Share(
        new HeardQueue(QueueId.parse("h:/" + name + "|lun"), Rails.NONE, Instant.EPOCH));
  }

  private static Claim claim(
      double demand, double limit, double usage, Optional<Double> allocation) {
    return new Claim(1, demand, 0, limit, usage, allocation, Optional.empty());
  }

  /** All are to have 300. */
  private static Decided decided(long interval, boolean withheld, Told... told) {
    double[] amounts = new double[told.length];
    Arrays.fill(amounts, 300);
    List<Bound> bounds = Collections.nCopies(told.length, Bound.RULE);
    return new Decided(
        interval,
        "even",
        Arrays.stream(told).map(Told::share).toList(),
        new Problem(Arrays.stream(told).map(Told::claim).toList(), 1_000),
        new Targets.Found(amounts, bounds, Optional.empty(), false),
        new Stepper.Step(amounts, bounds),
        false,
        withheld);
  }

  private Optional<Decision> tell(long interval, Told... told) {
    return decisions.worthTelling(decided(interval, false, told), Instant.EPOCH);
  }

  private static List<String> names(Decision decision) {
    return decision.queues().stream().map(each -> each.queue().application().value()).toList();
  }

  @Test
  void betweenSnapshotsWhatChangedIsTold() {
    Decision told = tell(2, moved("stays", 100, 100), moved("moves", 100, 150)).orElseThrow();
    assertThat(told.snapshot()).isFalse();
    assertThat(names(told)).containsExactly("h:/moves");
    assertThat(told.totalQueues()).isEqualTo(2);
    assertThat(decisions.recent()).containsExactly(told);
    assertThat(tell(3, moved("stays", 100, 100), unlimited("free", 10))).isEmpty();
    assertThat(decisions.recent()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 61})
  void onceAMinuteAllIsToldAndWhatChangedIsRemembered(long interval) {
    Decision told =
        tell(interval, moved("stays", 100, 100), moved("moves", 100, 150)).orElseThrow();
    assertThat(told.snapshot()).isTrue();
    assertThat(names(told)).containsExactly("h:/stays", "h:/moves");
    Decision remembered = decisions.recent().getFirst();
    assertThat(remembered.snapshot()).isFalse();
    assertThat(names(remembered)).containsExactly("h:/moves");
    assertThat(tell(interval + 60, moved("stays", 100, 100))).isPresent();
    assertThat(decisions.recent()).as("nothing changed").hasSize(1);
  }

  @Test
  void whatHappenedIsToldAtOnceWithAllQueues() {
    domain.note("something");
    Decision told = tell(2, moved("stays", 100, 100)).orElseThrow();
    assertThat(told.snapshot()).isTrue();
    assertThat(told.events()).containsExactly("something");
    assertThat(names(told)).containsExactly("h:/stays");
    assertThat(decisions.recent())
        .singleElement()
        .satisfies(
            remembered -> {
              assertThat(remembered.events()).containsExactly("something");
              assertThat(remembered.queues()).isEmpty();
            });
  }

  @Test
  void aDecisionThatWasWithheldIsToldAndChangesNothing() {
    domain.note("withheld");
    Decision told =
        decisions
            .worthTelling(decided(1, true, moved("moves", 100, 150)), Instant.EPOCH)
            .orElseThrow();
    assertThat(told.events()).containsExactly("withheld");
    assertThat(told.queues()).isEmpty();
    assertThat(decisions.recent()).containsExactly(told);
  }

  /** Who uses nothing cannot have more by a part of it. */
  @Test
  void theSumIsOfWhatEachHasMoreByPart() {
    Decision told =
        tell(1, moved("a", 100, 150), unlimited("b", 240), unlimited("idle", 0)).orElseThrow();
    assertThat(told.certificate().kellySum()).isEqualTo(0.75);
  }

  @Test
  void whatHasNoBoundIsAbsent() {
    double unbounded = Double.POSITIVE_INFINITY;
    QueueDecision none =
        tell(1, new Told(claim(unbounded, unbounded, 10, Optional.empty()), share("a")))
            .orElseThrow()
            .queues()
            .getFirst();
    assertThat(none.terms().limit()).isEmpty();
    assertThat(none.need().demand()).isEmpty();
    QueueDecision some = tell(1, unlimited("a", 10)).orElseThrow().queues().getFirst();
    assertThat(some.terms().limit()).contains(500.0);
    assertThat(some.need().demand()).contains(500.0);
  }

  @Test
  void theHashIsAnotherWhereAnyNumberIs() {
    Claim claim = claim(500, 500, 10, Optional.of(20.0));
    assertThat(hash(claim, 1_000)).hasSize(16).isEqualTo(hash(claim, 1_000));
    assertThat(
            List.of(
                hash(claim, 1_000),
                hash(claim, 1_001),
                hash(claim(501, 500, 10, Optional.of(20.0)), 1_000),
                hash(claim(500, 501, 10, Optional.of(20.0)), 1_000),
                hash(claim(500, 500, 11, Optional.of(20.0)), 1_000),
                hash(claim(500, 500, 10, Optional.of(21.0)), 1_000),
                hash(claim(500, 500, 10, Optional.empty()), 1_000),
                hash(new Claim(1, 500, 0, 500, 10, Optional.of(20.0), Optional.of(30.0)), 1_000),
                hash(new Claim(2, 500, 0, 500, 10, Optional.of(20.0), Optional.empty()), 1_000),
                hash(new Claim(1, 500, 1, 500, 10, Optional.of(20.0), Optional.empty()), 1_000)))
        .doesNotHaveDuplicates();
  }

  private String hash(Claim claim, double capacity) {
    Decided told = decided(1, false, new Told(claim, share("a")));
    Problem problem = new Problem(List.of(claim), capacity);
    return decisions
        .worthTelling(
            new Decided(
                1, "even", told.shares(), problem, told.targets(), told.step(), false, false),
            Instant.EPOCH)
        .orElseThrow()
        .inputsHash();
  }
}
