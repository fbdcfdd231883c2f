package io.oasis.brick.discipline;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides which waiting I/O goes to the device next, and when.
 *
 * <p>Contract, the same for all and checked by one kit of tests: every I/O that arrived comes out
 * of {@link #next} or of {@link #drain} exactly once; within a session, in the order of arrival
 * where ids and {@link Io#letOthersPass} do not say otherwise; {@code next} never gives more than
 * the depth allows to be outstanding. When {@code next} has given nothing, it gives nothing until
 * an I/O arrives or completes, terms change, or {@link #wakeNanos} is reached, so nobody need poll.
 *
 * <p>Time is handed in and never goes back. Not safe for threads: the caller has one lock. These
 * objects change in place instead of returning a new state, because they are asked twice for every
 * I/O of a server that serves hundreds of thousands a second; replay works all the same, since
 * nothing but calls and times decides.
 */
public interface Discipline {
  /** {@link #wakeNanos} when only an arrival or a completion can change anything. */
  long NEVER = Long.MAX_VALUE;

  /** The session may send from now on. */
  void join(Session session, long now);

  /** The session has nothing queued and sends no more. */
  void leave(Session session, long now);

  /** The session's terms have changed. */
  void changed(Session session, long now);

  void arrive(Io io, long now);

  /** An I/O that goes to the device now; null when none may. */
  @Nullable Io next(long now);

  /** The I/O, dispatched by this or the discipline before it, is done. */
  void complete(Io io, long now);

  /** When {@link #next} can have something without any other event; {@link #NEVER} if never. */
  long wakeNanos();

  /** I/Os that wait. */
  int queued();

  /** I/Os at the device. */
  int outstanding();

  /** How the session is served while it has the device to itself; empty where it never has. */
  default Optional<Served> served(Session session) {
    return Optional.empty();
  }

  /** Another length of the round from the next slice on, where there are such. */
  default void round(long nanos) {}

  /** Takes out everything that waits, each session's in order, for the discipline that follows. */
  void drain(Consumer<Io> to);
}
