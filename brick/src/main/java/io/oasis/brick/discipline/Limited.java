package io.oasis.brick.discipline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the limits of the sessions in front of a discipline that knows none: an I/O arrives there
 * when its session's {@link RateGate} lets it. Over {@link None} it is the leaky bucket of the
 * isolation study, section 2: "a constant rate for dispatching requests from each workload".
 *
 * <p>An I/O of a session without limit that has nothing held goes straight through; a session that
 * is held is in a heap under the moment at which its next I/O may go.
 */
final class Limited implements Discipline {
  private final Discipline inner;
  private final Heap<Gated> held = new Heap<>();
  private final List<@Nullable Gated> gates = new ArrayList<>();
  private int heldIos;

  private static final class Gated extends SessionQueue {
    final Slot<Gated> slot = new Slot<>(this);
    final RateGate gate;

    Gated(Session session, long now) {
      super(session);
      gate = new RateGate(session.terms(), now);
    }
  }

  Limited(Discipline inner) {
    this.inner = inner;
  }

  @Override
  public void join(Session session, long now) {
    inner.join(session, now);
    while (gates.size() <= session.number()) {
      gates.add(null);
    }
    gates.set(session.number(), new Gated(session, now));
  }

  @Override
  public void leave(Session session, long now) {
    if (!gateOf(session).isEmpty()) {
      throw new IllegalStateException("session " + session + " has I/O waiting");
    }
    inner.leave(session, now);
    gates.set(session.number(), null);
  }

  @Override
  public void changed(Session session, long now) {
    Gated gated = gateOf(session);
    gated.gate.set(session.terms(), now);
    if (!gated.isEmpty()) {
      held.put(gated.slot, gated.gate.releaseNanos());
    }
    inner.changed(session, now);
  }

  @Override
  public void arrive(Io io, long now) {
    Gated gated = gateOf(io.session());
    if (gated.isEmpty() && (gated.gate.isOpen() || gated.gate.releaseNanos() <= now)) {
      gated.gate.charge(io, now);
      inner.arrive(io, now);
      return;
    }
    io.arrived(now);
    gated.add(io);
    heldIos++;
    if (gated.size() == 1) {
      held.put(gated.slot, gated.gate.releaseNanos());
    }
  }

  @Override
  public @Nullable Io next(long now) {
    if (heldIos > 0) {
      release(now);
    }
    return inner.next(now);
  }

  private void release(long now) {
    while (held.topKey() <= now) {
      Gated gated = held.top().owner;
      Io io = gated.poll();
      heldIos--;
      gated.gate.charge(io, now);
      if (gated.isEmpty()) {
        held.remove(gated.slot);
      } else {
        held.put(gated.slot, gated.gate.releaseNanos());
      }
      long arrived = io.arrivedNanos();
      inner.arrive(io, now);
      io.arrived(arrived);
      io.held(now - arrived);
    }
  }

  @Override
  public void complete(Io io, long now) {
    inner.complete(io, now);
  }

  @Override
  public long wakeNanos() {
    long wake = inner.wakeNanos();
    return held.isEmpty() ? wake : Math.min(wake, (long) Math.ceil(held.topKey()));
  }

  @Override
  public int queued() {
    return heldIos + inner.queued();
  }

  @Override
  public Optional<Served> served(Session session) {
    return inner.served(session);
  }

  @Override
  public void round(long nanos) {
    inner.round(nanos);
  }

  @Override
  public int outstanding() {
    return inner.outstanding();
  }

  @Override
  public void drain(Consumer<Io> to) {
    inner.drain(to);
    for (Gated gated : gates) {
      while (gated != null && !gated.isEmpty()) {
        to.accept(gated.poll());
        heldIos--;
      }
    }
  }

  private Gated gateOf(Session session) {
    Gated gated = session.number() < gates.size() ? gates.get(session.number()) : null;
    if (gated == null) {
      throw new IllegalArgumentException("session " + session + " has not joined");
    }
    return gated;
  }
}
