package io.oasis.manager.core;

import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.harm.Tenant;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Does what the domain's {@link io.oasis.manager.core.harm.HarmGuard} advises. */
final class Harm {
  private static final int MAX_REASON_CHARS = 2_000;

  private final DomainState state;
  private final Pusher pusher;

  Harm(DomainState state, Pusher pusher) {
    this.state = state;
    this.pusher = pusher;
  }

  /**
   * Judges the interval that was decided.
   *
   * @return the guard rails that demote the domain, when that has to be
   */
  Optional<GuardRails> judge(Instant now, List<Effect> effects) {
    List<Tenant> tenants = new ArrayList<>(state.queues().size());
    boolean limited = false;
    for (QueueState queue : state.queues()) {
      saw(queue);
      tenants.add(queue.tenant);
      limited |= queue.pushed != null;
    }
    boolean enforced = state.rails.mode() == Mode.ENFORCE;
    return switch (state.harm.interval(enforced, limited, tenants, state.rails.harmRail())) {
      case Advice.GoOn() -> Optional.empty();
      case Advice.LetGo(String why) -> {
        letGo(why, now, effects);
        yield Optional.empty();
      }
      case Advice.PutBack(String why) -> {
        putBack(why);
        yield Optional.empty();
      }
      case Advice.Demote(String why) -> {
        String reason = why.substring(0, StrictMath.min(MAX_REASON_CHARS, why.length()));
        yield Optional.of(
            state
                .rails
                .in(Mode.SHADOW)
                .revised(state.rails.revision() + 1, now, Optional.of(reason)));
      }
    };
  }

  private void saw(QueueState queue) {
    Request request = queue.request;
    if (request == null || state.isSilent(queue)) {
      queue.tenant.isGone();
      return;
    }
    QueueSample sample = request.sample();
    double target = Double.isNaN(queue.target) ? queue.usage() : queue.target;
    queue.tenant.did(
        queue.usage(),
        target,
        sample.completionsPerSecond(),
        sample.bytesPerSecond(),
        sample.meanLatencyMicros());
  }

  private void letGo(String why, Instant now, List<Effect> effects) {
    state.events.add(why);
    state.queues().forEach(queue -> queue.setAside = queue.allocation);
    effects.addAll(pusher.releaseAll(now, "let go for a trial"));
    state.onTrial = true;
  }

  /** What everybody had before; does nothing when it was not let go. */
  private void putBack(String why) {
    state.events.add(why);
    if (state.onTrial) {
      state.onTrial = false;
      state.queues().forEach(queue -> queue.allocation = queue.setAside);
    }
  }
}
