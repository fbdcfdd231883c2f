package io.oasis.manager.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.decide.GivenLaw;
import io.oasis.manager.core.decide.Share;
import io.oasis.manager.core.explain.DomainView.AdapterView;
import io.oasis.manager.core.explain.DomainView.QueueView;
import io.oasis.manager.core.explain.DomainView.Standing;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.hear.Said;
import io.oasis.manager.core.push.Pusher;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people see of a domain. */
class ViewsTest {
  private static final QueueId QUEUE = QueueId.parse("h:/a|lun");

  private final Domain domain = new Domain(Said.DOMAIN, ControllerConfig.DEFAULT, Optional.empty());
  private final GivenLaw law = new GivenLaw();
  private final Views views =
      new Views(
          domain,
          law,
          new Pusher(domain, law),
          new Decisions(domain, law),
          new Receipts(domain, law));

  private DomainView view(Instant now, Share... shares) {
    return views.of(List.of(shares), List.of(), now);
  }

  private QueueView queue(QueueId id) {
    return view(Said.NOW, new Share(domain.add(id))).queues().getFirst();
  }

  @Test
  void aDomainHasConvergedAfterFiveIntervalsWithoutAMove() {
    law.intervalsSinceMove = 4;
    assertThat(view(Said.NOW).enforcement().stability().converged()).isFalse();
    law.intervalsSinceMove = 5;
    assertThat(view(Said.NOW).enforcement().stability().converged()).isTrue();
  }

  @Test
  void theAdapterThatSpokeLastIsShown() {
    assertThat(view(Said.NOW).enforcement().adapter()).isEmpty();
    Instant later = Said.NOW.plusSeconds(1);
    for (Instant at : List.of(later, Said.NOW)) {
      String adapter = at.equals(later) ? "late:x" : "early:x";
      domain.adapters().beat(Said.status(adapter, "s", Version.NONE, at), at, at);
    }
    AdapterView shown =
        new AdapterView(
            new AdapterId("late:x"), new SessionId("s"), "test", later, true, Optional.empty());
    assertThat(view(later).enforcement().adapter()).contains(shown);
    assertThat(view(later.plusSeconds(5)).enforcement().adapter().orElseThrow().alive()).isFalse();
  }

  @Test
  void whoWasNotMeasuredYetIsShownAsUnknown() {
    QueueView.Measured measured = queue(QUEUE).measured();
    assertThat(measured.demand().quality()).isEqualTo(Demand.Quality.STALE);
    assertThat(measured.demand().reason()).isEqualTo("not measured yet");
    assertThat(measured.meanLatencyMicros()).isZero();
  }

  @Test
  void whatWaitsBehindALimitIsShownWhereThereIsOne() {
    HeardQueue queue = domain.add(QUEUE);
    Request said = Said.reads(QUEUE, 100);
    queue.take(
        new Request(
            said.application(),
            said.sample().withHeld(Optional.of(3.0)),
            said.demand(),
            Optional.empty(),
            Optional.empty()),
        domain.heard());
    Share share = new Share(queue);
    QueueView.Measured free = view(Said.NOW, share).queues().getFirst().measured();
    assertThat(free.usage()).isEqualTo(said.sample().bandwidth());
    assertThat(free.meanLatencyMicros()).isEqualTo(100);
    assertThat(free.held()).isEmpty();
    queue.sent(Optional.of(RateBound.ofIops(50)), domain.nextVersion(), Said.NOW);
    assertThat(view(Said.NOW, share).queues().getFirst().measured().held()).contains(3.0);
  }

  @Test
  void whoSharesIsShownAndWhoDoesNot() {
    assertThat(queue(QUEUE).share().standing()).isEqualTo(Standing.NEVER_SATURATED);
    law.isShort = true;
    assertThat(queue(QUEUE).share().standing()).isEqualTo(Standing.SHARING);
    assertThat(queue(QueueId.parse("h:unattributed|lun")).share().standing())
        .isEqualTo(Standing.EXCLUDED);
    domain.rail(GuardRails.initial(Said.DOMAIN, Mode.SHADOW, "insulation"));
    assertThat(queue(QUEUE).share().standing()).isEqualTo(Standing.INSULATED);
  }

  @Test
  void findingsOfOthersAreAddedToAView() {
    Findings found =
        new Findings(
            Said.DOMAIN,
            new AdapterId("other:x"),
            new SessionId("s"),
            Said.NOW,
            0,
            0,
            0,
            List.of());
    DomainView view = view(Said.NOW);
    assertThat(view.with(List.of())).isSameAs(view);
    DomainView more = view.with(List.of(found)).with(List.of(found));
    assertThat(more.enforcement().findings()).containsExactly(found, found);
    assertThat(more.enforcement().harm()).isEqualTo(view.enforcement().harm());
    assertThat(more.domain()).isEqualTo(Said.DOMAIN);
  }
}
