package io.oasis.manager.server.rest;

import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the operator's word to the controllers: by way of the topic, so that it is kept and every
 * manager hears it; answered when the domain's view shows it.
 *
 * <p>Law: of several changes based on the same revision, one comes into force; the others are told
 * which. Within this manager a lock per domain sees to it, between managers the controller, which
 * takes only a revision newer than its own.
 */
public final class OperatorDesk {
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(OperatorDesk.class);

  private final DomainRegistry registry;
  private final Sender sender;
  private final InstantSource clock;
  private final Map<DomainId, ReentrantLock> locks = new ConcurrentHashMap<>();

  /**
   * @param sender takes the message for the topic; false when it cannot
   */
  public OperatorDesk(DomainRegistry registry, Sender sender, InstantSource clock) {
    this.registry = registry;
    this.sender = sender;
    this.clock = clock;
  }

  /** Takes a message for its topic. */
  @FunctionalInterface
  public interface Sender {
    /** False when it cannot be taken now. */
    boolean send(Message message);
  }

  /** What became of a change. */
  sealed interface Answer {}

  /** It is in force. */
  record InForce(DomainView view) implements Answer {}

  /** It was sent, and is not in force yet. */
  record Sent(GuardRails rails) implements Answer {}

  /** It was based on another revision than the present one. */
  record Outdated(DomainView present) implements Answer {}

  /** The broker does not take it. */
  record Unreachable() implements Answer {}

  /** There is no such domain. */
  record Unknown() implements Answer {}

  /**
   * @param basedOn the revision that the caller has seen; absent: whatever is there
   * @param change what is to be, from what is; its revision and time are set here
   * @param actor who says so
   */
  Answer change(
      DomainId domain,
      Optional<Long> basedOn,
      Function<GuardRails, GuardRails> change,
      String reason,
      String actor)
      throws InterruptedException {
    if (registry.find(domain).isEmpty()) {
      return new Unknown();
    }
    ReentrantLock lock = locks.computeIfAbsent(domain, d -> new ReentrantLock());
    if (!lock.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
      return new Unreachable();
    }
    try {
      Optional<DomainView> present = registry.find(domain);
      if (present.isEmpty()) {
        return new Unknown();
      }
      GuardRails rails = present.get().rails();
      if (basedOn.isPresent() && basedOn.get() != rails.revision()) {
        return new Outdated(present.get());
      }
      Optional<String> why = Optional.of(reason).filter(text -> !text.isBlank());
      return send(
          change
              .apply(rails)
              .revised(
                  new GuardRails.Change(
                      rails.revision() + 1, clock.instant(), why, Optional.of(actor))));
    } finally {
      lock.unlock();
    }
  }

  private Answer send(GuardRails next) throws InterruptedException {
    if (!sender.send(next)) {
      return new Unreachable();
    }
    LOG.info(
        "{}: revision {} by {}, mode {}, policy {}, {} rails; reason: {}",
        next.domain(),
        next.revision(),
        next.change().actor().orElse("nobody named"),
        next.mode(),
        next.policy(),
        next.rails().size(),
        next.change().reason().orElse("none given"));
    Optional<DomainView> shown =
        registry.await(next.domain(), view -> view.rails().revision() >= next.revision(), WAIT);
    if (shown.isEmpty()) {
      return new Sent(next);
    }
    GuardRails inForce = shown.get().rails();
    boolean ours = inForce.revision() > next.revision() || inForce.equals(next);
    return ours ? new InForce(shown.get()) : new Outdated(shown.get());
  }
}
