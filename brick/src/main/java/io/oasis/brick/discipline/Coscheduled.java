package io.oasis.brick.discipline;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Time slices by a {@link Timetable}, so that several servers serve a session at the same time
 * without telling each other.
 *
 * <p>Law: slices begin and end by the clock. One that overran, because something was still at the
 * device, shortens the next one, whose end stays where it was; so servers are in step again after
 * one slice. What fits into a slice is {@link Turn}'s law, and the oldest request ids go first, so
 * servers with like disks choose the same requests. Sessions without a slice share the time that is
 * nobody's or an absent session's, in turns of one I/O; where there is none they are not served.
 *
 * <p>With slices of 140 ms, an I/O that is done 12 ms after the end leaves the next session 128 ms.
 *
 * <p>Source: co-scheduling, section 4.3.
 */
final class Coscheduled extends Queues<Coscheduled.Part> {
  private final Timetable table;
  private final ArrayDeque<Part> guests = new ArrayDeque<>();

  /** Whose slice it is; null in time that is nobody's. */
  private @Nullable Part owner;

  /** The guest whose I/O is at the device. */
  private @Nullable Part served;

  private long spanEnd = Long.MIN_VALUE;
  private double spanNanos;

  /** A session's part of the timetable. */
  static final class Part extends Turn {
    private final boolean isGuest;

    Part(Session session, boolean isGuest) {
      super(session, Argon.GUESS_NANOS);
      this.isGuest = isGuest;
    }
  }

  Coscheduled(int depth, int outstanding, Timetable table) {
    super(depth, outstanding);
    this.table = table;
  }

  @Override
  Part open(Session session, long now) {
    return new Part(session, !table.names(session.name()));
  }

  @Override
  public void leave(Session session, long now) {
    Part part = queueOf(session);
    super.leave(session, now);
    guests.remove(part);
    if (part.equals(owner)) {
      owner = null;
      spanEnd = now;
    }
  }

  @Override
  void queued(Part part, Io io, long now) {
    if (part.isGuest && part.size() == 1) {
      guests.add(part);
    }
  }

  @Override
  @Nullable Io choose(long now) {
    if (now >= spanEnd) {
      if (outstanding() > 0) {
        return null;
      }
      enter(now);
    }
    Part part = owner;
    if (part == null) {
      return guest(now);
    }
    return part.isEmpty() || !part.fits(now, outstanding()) ? null : part.send(now, outstanding());
  }

  private void enter(long now) {
    if (owner != null) {
      owner.end();
    }
    Timetable.Span span = table.at(now);
    spanEnd = span.endNanos();
    spanNanos = span.lengthNanos();
    owner = null;
    for (Part part : joined()) {
      if (part.session.name().equals(span.session())) {
        owner = part;
        part.begin(now, spanEnd, span.lengthNanos());
      }
    }
  }

  /** Guests take turns, one I/O at the device at a time. */
  private @Nullable Io guest(long now) {
    Part first = guests.peek();
    if (first == null || outstanding() > 0) {
      return null;
    }
    first.begin(now, spanEnd, spanNanos);
    if (!first.fits(now, 0)) {
      return null;
    }
    guests.remove();
    Io io = first.send(now, 0);
    if (!first.isEmpty()) {
      guests.add(first);
    }
    served = first;
    return io;
  }

  @Override
  void completed(Io io, long now) {
    if (owner != null) {
      owner.completed(now, outstanding());
    } else if (served != null) {
      served.completed(now, outstanding());
      served.end();
      served = null;
    }
  }

  @Override
  public long wakeNanos() {
    return queued() == 0 || outstanding() > 0 ? NEVER : spanEnd;
  }
}
