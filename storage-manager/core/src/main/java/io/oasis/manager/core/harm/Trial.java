package io.oasis.manager.core.harm;

import io.oasis.protocol.HarmRail;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Limits are let go and put back in turn, to see whether they are the cause of a suspicion. */
final class Trial {
  /** Intervals without and with limits in turn; unequal, so that no rhythm of a tenant fits. */
  static final int[] PHASES = {14, 14, 22, 18, 10, 11, 25, 13, 16};

  /** After a change limits need so long to be in force, and I/O held back to be gone. */
  static final int SETTLE = 4;

  /** What is known after an interval. */
  enum State {
    GOES_ON,
    PHASE_OVER,
    CAUSE,
    NOT_THE_CAUSE
  }

  private final Suspicion suspicion;
  private final HarmRail rail;
  private final TailEvidence tail;
  private final List<Double> throughputs = new ArrayList<>();
  private boolean throughputSuspected;
  private int phase;
  private int intervals;
  private int rounds;
  private boolean limited;

  Trial(Suspicion suspicion, HarmRail rail) {
    this.suspicion = suspicion;
    this.rail = rail;
    double usual = suspicion.tail().map(Suspicion.Tail::usual).orElse(0.0);
    tail = new TailEvidence(usual * (1 + rail.mostP99Growth() / 2));
    suspicion.throughput().ifPresent(worse -> throughputs.add(worse.enforced()));
    throughputSuspected = suspicion.throughput().isPresent();
  }

  boolean isLimited() {
    return limited;
  }

  State interval(Collection<Tenant> tenants) {
    intervals++;
    if (intervals > SETTLE) {
      tenants.forEach(Tenant::watch);
      suspicion
          .tail()
          .map(Suspicion.Tail::tenant)
          .filter(Tenant::isActive)
          .ifPresent(tenant -> tail.saw(tenant.latencyMicros()));
    }
    if (intervals < PHASES[phase]) {
      return State.GOES_ON;
    }
    tail.phaseEnds(limited);
    throughputSuspected = throughputSuspected && isThroughputWorse(tenants);
    State state = state();
    if (state == State.PHASE_OVER) {
      phase = (phase + 1) % PHASES.length;
      intervals = 0;
      limited = !limited && phase != 0;
      tenants.forEach(Tenant::clearWindow);
    }
    return state;
  }

  private State state() {
    if (!throughputSuspected && suspicion.tail().isEmpty()) {
      return State.NOT_THE_CAUSE;
    }
    if (phase < PHASES.length - 1) {
      return State.PHASE_OVER;
    }
    rounds++;
    if (throughputSuspected) {
      return State.CAUSE;
    }
    return switch (tail.verdict(rounds)) {
      case CAUSE -> State.CAUSE;
      case NOT_THE_CAUSE -> State.NOT_THE_CAUSE;
      case GO_ON -> State.PHASE_OVER;
    };
  }

  /** It must be better each time without limits, and worse each time with them. */
  private boolean isThroughputWorse(Collection<Tenant> tenants) {
    double before = throughputs.getLast();
    double now = tenants.stream().mapToDouble(Tenant::windowCost).sum();
    throughputs.add(now);
    double least = 1 - rail.mostThroughputLoss() / 2;
    return limited ? now <= before * least : before <= now * least;
  }

  /** The suspicion, and what the trial has shown up to now. */
  String words() {
    StringBuilder text = new StringBuilder(suspicion.words());
    if (suspicion.throughput().isPresent()) {
      text.append("; throughput with and without limits in turn: ")
          .append(
              throughputs.stream()
                  .map(value -> Long.toString(StrictMath.round(value)))
                  .collect(Collectors.joining(", ")));
    }
    if (suspicion.tail().isPresent()) {
      text.append("; ").append(tail.words());
    }
    return text.toString();
  }
}
