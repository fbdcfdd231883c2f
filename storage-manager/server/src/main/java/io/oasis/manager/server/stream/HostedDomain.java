package io.oasis.manager.server.stream;

import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.Decision;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Mode;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One domain in a processor: its decider and its journal, and when its view was last shown. A view
 * costs O(queues), so it is made when a decision or the operator changed something, and otherwise
 * at most once per {@link #REFRESH} while inputs come in.
 */
final class HostedDomain {
  /** How often usage and demand are shown anew between decisions. */
  private static final Duration REFRESH = Duration.ofMillis(900);

  /** Ticks are so far apart while what comes has waited: each is an entry of the journal. */
  private static final Duration BEHIND = Duration.ofSeconds(1);

  private final Decider decider;
  private final DomainJournal journal;
  private final DomainId domain;
  private final DomainRegistry registry;
  private final @Nullable DomainTrace trace;
  private Instant lastInput;
  private Instant lastShown = Instant.MIN;
  private Optional<DomainView> shown = Optional.empty();
  private boolean fresh;
  private boolean behind;
  private Instant tickedAt = Instant.MIN;
  private boolean due = true;

  /** Whether the last input was the one that it decided at. */
  private boolean decided;

  /**
   * @param trace of its requests that are followed, if any are
   */
  HostedDomain(
      Decider decider,
      DomainJournal journal,
      DomainId domain,
      DomainRegistry registry,
      @Nullable DomainTrace trace,
      Instant now) {
    this.decider = decider;
    this.journal = journal;
    this.domain = domain;
    this.registry = registry;
    this.trace = trace;
    this.lastInput = now;
  }

  DomainId domain() {
    return domain;
  }

  DomainJournal journal() {
    return journal;
  }

  /**
   * Takes a record.
   *
   * @param isBehind whether it has waited
   */
  List<Effect> on(Origin origin, Input input, boolean isBehind, Instant now) {
    begin();
    List<Effect> effects = new ArrayList<>(falls(isBehind, now));
    journal.takes(origin, input, now);
    effects.addAll(decider.on(input, now));
    decided = input instanceof Input.LunReported && !decider.isWaiting();
    lastInput = now;
    fresh = true;
    due = input instanceof Input.RailsChanged || effects.stream().anyMatch(HostedDomain::decides);
    return effects;
  }

  /** Whether what comes has waited is told when it changes. */
  private List<Effect> falls(boolean isBehind, Instant now) {
    if (isBehind == behind) {
      return List.of();
    }
    behind = isBehind;
    journal.falls(isBehind, now);
    return decider.on(new Input.Behind(isBehind), now);
  }

  /**
   * Time has passed.
   *
   * @param isBehind whether what comes has waited
   */
  List<Effect> tick(boolean isBehind, Instant now) {
    begin();
    List<Effect> effects = new ArrayList<>(falls(isBehind, now));
    if (!isBehind || !now.isBefore(tickedAt.plus(BEHIND))) {
      tickedAt = now;
      boolean waited = decider.isWaiting();
      if (waited) {
        journal.ticks(now);
      }
      effects.addAll(decider.on(new Input.Tick(), now));
      decided = waited && !decider.isWaiting();
    }
    due =
        effects.stream().anyMatch(HostedDomain::decides)
            || (fresh && !now.isBefore(lastShown.plus(REFRESH)));
    return effects;
  }

  private void begin() {
    decided = false;
    if (trace != null) {
      trace.begins();
    }
  }

  /** A record was taken; a request that is followed is followed to the decision. */
  void hears(Input input, Headers headers) {
    if (trace != null && input instanceof Input.Requested) {
      trace.hears(headers);
    }
  }

  /** The span of a decision that the last input led to, if anybody follows; to be ended. */
  @Nullable Span decision() {
    return trace != null && decided ? trace.decides() : null;
  }

  /** Shows the domain if the last input made it worth it. */
  void showIfDue(Instant now) {
    if (!due) {
      return;
    }
    lastShown = now;
    fresh = false;
    due = false;
    DomainView view = decider.view(now);
    shown = Optional.of(registry.publish(view));
  }

  /** Takes the domain out of sight; it is decided elsewhere now, or gone. */
  void hide() {
    shown.ifPresent(registry::remove);
  }

  /** Nothing came for so long, and the operator never spoke of it: not worth keeping. */
  boolean abandoned(Instant now, Duration after) {
    if (now.isBefore(lastInput.plus(after))) {
      return false;
    }
    return shown
        .map(DomainView::rails)
        .filter(rails -> rails.revision() > 0 || rails.mode() == Mode.ENFORCE)
        .isEmpty();
  }

  private static boolean decides(Effect effect) {
    return effect instanceof Effect.Publish publish && publish.message() instanceof Decision;
  }
}
