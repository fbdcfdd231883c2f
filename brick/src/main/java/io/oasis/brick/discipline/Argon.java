package io.oasis.brick.discipline;

import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Time slices that keep each session's efficiency: the device to itself, as many I/Os as fit, and
 * no slice for who has been idle.
 *
 * <p>Law: sessions stand in a ring. Each has a slice of {@code roundNanos} in proportion to its
 * share; what fits into it is {@link Turn}'s law. A slice lasts its time, also when its session has
 * nothing to send at the moment; the next one begins when the device has been drained. When nothing
 * more fits, what is left is added to the session's next slice, and by how much a session overran
 * is taken off it, or off up to 16 of them; so the device's time is divided as the shares say,
 * however wrong the estimates are. A session that sent nothing in its last three slices has none
 * until it sends again.
 *
 * <p>With shares of 1 and 3 and a round of 280 ms the slices are 70 and 210 ms. An I/O of 100 ms in
 * the first leaves 40 ms for the next one. I/Os of 30 ms each end it after 60 ms, and the next one
 * lasts 80.
 *
 * <p>Source: Argon, sections 3.5 and 4.4; charging what overran and carrying over what was left are
 * not in the paper. Slices that hold a few I/Os only lose much: how long they must be is for a
 * planner to say.
 */
final class Argon extends Rounds<Argon.Place> {
  /** "k ... set to 3 by default", section 4.4. */
  private static final int IDLE_SLICES = 3;

  /** More than so many slices are not taken off for one overrun. */
  private static final int MOST_DEBT_SLICES = 16;

  /** "the average rotational plus seek time of the disk": 4.2 + 8.2 ms of the paper's. */
  static final double GUESS_NANOS = 12.4e6;

  private final ArrayDeque<Place> ring = new ArrayDeque<>();
  private @Nullable Place current;
  private long sliceEnd;

  /** When the device last became idle. */
  private long idleSince;

  /** A session's place in the ring. */
  static final class Place extends Turn {
    private boolean isIn;
    private int idleSlices;

    /** Taken off its next slices; negative when added to the next one. */
    private double debtNanos;

    Place(Session session) {
      super(session, GUESS_NANOS);
    }

    /** Something may come, or fits; the device is idle. */
    private boolean hasRoom(long now) {
      return isEmpty() || fits(now, 0);
    }
  }

  Argon(int depth, int outstanding, long roundNanos) {
    super(depth, outstanding, roundNanos);
  }

  @Override
  Place open(Session session, long now) {
    return new Place(session);
  }

  @Override
  public void leave(Session session, long now) {
    Place place = queueOf(session);
    super.leave(session, now);
    ring.remove(place);
    if (place.equals(current)) {
      current = null;
      sliceEnd = now;
    }
  }

  @Override
  public Optional<Served> served(Session session) {
    return queueOf(session).served();
  }

  @Override
  void queued(Place place, Io io, long now) {
    if (!place.isIn) {
      place.isIn = true;
      place.idleSlices = 0;
      ring.add(place);
    }
  }

  @Override
  @Nullable Io choose(long now) {
    Place owner = current;
    while (outstanding() == 0 && (owner == null || now >= sliceEnd || !owner.hasRoom(now))) {
      owner = turn(now);
    }
    if (owner == null || owner.isEmpty() || now >= sliceEnd || !owner.fits(now, outstanding())) {
      return null;
    }
    return owner.send(now, outstanding());
  }

  @Override
  void completed(Io io, long now) {
    if (outstanding() == 0) {
      idleSince = now;
    }
    if (current != null) {
      current.completed(now, outstanding());
    }
  }

  @Override
  public long wakeNanos() {
    // With something at the device, only its completion can make room.
    return queued() == 0 || outstanding() > 0 ? NEVER : sliceEnd;
  }

  /**
   * Moves on to the slice that {@code now} lies in, the next one or a later one. Slices of sessions
   * that had nothing to send may have passed while nobody asked; one that has something waiting
   * begins now.
   */
  private Place turn(long now) {
    long from = StrictMath.max(StrictMath.min(now, sliceEnd), idleSince);
    while (true) {
      if (current != null) {
        end(current, now);
      }
      Place next = ring.remove();
      current = null;
      double full = sliceNanos(next);
      if (next.debtNanos >= full) {
        next.debtNanos -= full;
        ring.add(next);
        continue;
      }
      from = next.isEmpty() ? from : now;
      sliceEnd = from + (long) StrictMath.max(1, full - next.debtNanos);
      next.debtNanos = 0;
      next.begin(from, sliceEnd, full);
      current = next;
      if (sliceEnd > now) {
        return next;
      }
      from = sliceEnd;
    }
  }

  private void end(Place place, long now) {
    double most = MOST_DEBT_SLICES * sliceNanos(place);
    double left = now < sliceEnd ? sliceEnd - now : StrictMath.min(0, sliceEnd - idleSince);
    place.debtNanos = StrictMath.min(most, place.debtNanos - left);
    place.end();
    place.idleSlices = place.isUsed() || !place.isEmpty() ? 0 : place.idleSlices + 1;
    place.isIn = place.idleSlices < IDLE_SLICES;
    if (place.isIn) {
      ring.add(place);
    }
  }
}
