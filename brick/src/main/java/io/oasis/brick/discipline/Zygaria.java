package io.oasis.brick.discipline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reserves, limits and water-level sharing for sessions in pools; see the package for the essay.
 *
 * <p>Law, in this order: what continues a run of at most {@link #RUN_BYTES} goes with it, free of
 * charge; of the sessions that neither their own nor their pool's limit holds back, the one whose
 * reserve is due first goes when its deadline has passed; then what continues its batch, so that a
 * batch never keeps another one's reserve waiting; then, for at most {@link #STAY_RUNS} and {@link
 * #STAY_NANOS}, a session that goes on where its last I/O ended; else the session with the lowest
 * moving average in the pool with the lowest one.
 *
 * <p>Where every session stands is kept in heaps, so that an I/O costs the logarithm of the number
 * of sessions: held back by its own limit ({@link #heldSessions}); ready in its pool, by level and
 * by deadline; pools with ready sessions, by level and by deadline, or held back ({@link
 * #heldPools}).
 *
 * <p>Source: Zygaria, sections 3 and 4. The paper bounds a batch by "the maximum of" the number
 * waiting and the reserve rate and then says that it is at most one second of I/O; the smaller of
 * the two is meant, and at most {@link #BATCH}. The paper's slack goes to another session after
 * every run, which costs streams a seek for every 32 KB; staying is ours.
 */
final class Zygaria extends Queues<ZygariaSession> {
  /** Sequential I/Os up to this count as one (Zygaria, section 4.3). */
  static final int RUN_BYTES = 32 << 10;

  /**
   * I/Os that go together when a reserve is due. A session is at most a batch ahead of its reserve
   * and then has to wait for it: with 4 it stays within 8 I/Os of it in every window even when
   * others' are due at the same time; with 8 it was 12 behind.
   */
  static final int BATCH = 4;

  /**
   * How much a stream reads while it keeps the slack: 16 MiB, for which a disk that seeks once uses
   * 0.97 of its time (Argon's formula, section 3.3, for the disk of Zygaria).
   */
  private static final int STAY_RUNS = 512;

  /** For how long at most; rates are promised "over time intervals of one second or so". */
  private static final long STAY_NANOS = 500_000_000;

  private final Levels levels = new Levels();
  private final Map<String, ZygariaPool> pools = new HashMap<>();
  private final Map<String, PoolTerms> poolTerms = new HashMap<>();
  private final Heap<ZygariaSession> heldSessions = new Heap<>();
  private final Heap<ZygariaPool> heldPools = new Heap<>();
  private final Heap<ZygariaPool> poolsByLevel = new Heap<>();
  private final Heap<ZygariaPool> poolsByDeadline = new Heap<>();

  private @Nullable ZygariaSession running;
  private int runBytes;
  private int batchLeft;
  private @Nullable ZygariaSession staying;
  private double stayLeft;
  private long stayEnd;

  Zygaria(int depth, int outstanding, List<PoolTerms> terms) {
    super(depth, outstanding);
    terms.forEach(pool -> poolTerms.put(pool.name(), pool));
  }

  @Override
  ZygariaSession open(Session session, long now) {
    ZygariaSession opened = new ZygariaSession(session, poolOf(session, now), now);
    opened.level = levels.open(opened.byLevel, () -> opened.moved(opened.pool));
    return opened;
  }

  private ZygariaPool poolOf(Session session, long now) {
    return pools.computeIfAbsent(
        session.terms().pool(),
        name -> {
          PoolTerms terms = poolTerms.getOrDefault(name, new PoolTerms(name, 0, 0));
          ZygariaPool pool = new ZygariaPool(terms, now);
          pool.level =
              levels.open(
                  pool.byLevel,
                  () -> {
                    if (pool.byLevel.isIn()) {
                      poolsByLevel.put(pool.byLevel, pool.level.weighted());
                    }
                  });
          return pool;
        });
  }

  @Override
  public void leave(Session session, long now) {
    ZygariaSession left = queueOf(session);
    super.leave(session, now);
    levels.close(left.level);
    running = running == left ? null : running;
    staying = staying == left ? null : staying;
  }

  @Override
  public void changed(Session session, long now) {
    ZygariaSession state = queueOf(session);
    state.setTerms(now);
    withdraw(state, now);
    state.pool = poolOf(session, now);
    place(state, now);
  }

  @Override
  void queued(ZygariaSession queue, Io io, long now) {
    if (queue.size() == 1) {
      queue.rested(now);
      place(queue, now);
    }
  }

  @Override
  @Nullable Io choose(long now) {
    levels.advance(now);
    ZygariaSession session = running;
    if (session != null && continuesRun(session)) {
      return dispatch(session, now, 0, false);
    }
    while (heldSessions.topKey() <= now) {
      place(heldSessions.top().owner, now);
    }
    while (heldPools.topKey() <= now) {
      place(heldPools.top().owner, now);
    }
    if (poolsByDeadline.topKey() <= now) {
      session = poolsByDeadline.top().owner.mostUrgent();
      batchLeft = session.batch() - 1;
      return dispatch(session, now, tokens(session), true);
    }
    if (session != null && batchLeft > 0 && isReady(session)) {
      batchLeft--;
      return dispatch(session, now, tokens(session), true);
    }
    batchLeft = 0;
    if (poolsByLevel.isEmpty()) {
      return null;
    }
    session = slackFor(now);
    return dispatch(session, now, tokens(session), false);
  }

  private boolean continuesRun(ZygariaSession session) {
    Io head = session.peek();
    return head != null && session.goesOn() && runBytes + head.lengthBytes() <= RUN_BYTES;
  }

  /** Who gets what no reserve needs. */
  private ZygariaSession slackFor(long now) {
    ZygariaSession stays = staying;
    if (stays == null
        || !isReady(stays)
        || !stays.goesOn()
        || stayLeft < tokens(stays)
        || now >= stayEnd) {
      stays = poolsByLevel.top().owner.lowest();
      staying = stays;
      stayLeft = STAY_RUNS;
      stayEnd = now + STAY_NANOS;
    }
    stayLeft -= tokens(stays);
    return stays;
  }

  private static boolean isReady(ZygariaSession session) {
    return session.byLevel.isIn() && session.pool.byLevel.isIn();
  }

  /** Runs that the head is worth: one, or as many as its length makes. */
  private static double tokens(ZygariaSession session) {
    Io head = session.peek();
    return head == null ? 0 : Math.max(1, Math.ceilDiv(head.lengthBytes(), RUN_BYTES));
  }

  private Io dispatch(ZygariaSession session, long now, double tokens, boolean due) {
    Io io = session.send();
    boolean sameRun = tokens == 0;
    runBytes = (sameRun ? runBytes : 0) + io.lengthBytes();
    running = session;
    if (!sameRun) {
      session.charge(tokens, now, due);
      session.pool.charge(tokens, now, due);
      levels.add(session.level, tokens);
      levels.add(session.pool.level, tokens);
    }
    place(session, now);
    return io;
  }

  /** Puts the session where it belongs, and its pool. */
  private void place(ZygariaSession session, long now) {
    ZygariaPool pool = session.pool;
    if (session.isEmpty()) {
      heldSessions.remove(session.held);
      pool.remove(session);
    } else if (session.releaseNanos() > now) {
      pool.remove(session);
      heldSessions.put(session.held, session.releaseNanos());
    } else {
      heldSessions.remove(session.held);
      pool.put(session, now);
    }
    place(pool, now);
  }

  private void place(ZygariaPool pool, long now) {
    if (pool.hasReady() && pool.releaseNanos() <= now) {
      heldPools.remove(pool.held);
      poolsByLevel.put(pool.byLevel, pool.level.weighted());
      poolsByDeadline.put(pool.byDeadline, pool.deadlineNanos());
    } else {
      poolsByLevel.remove(pool.byLevel);
      poolsByDeadline.remove(pool.byDeadline);
      if (pool.hasReady()) {
        heldPools.put(pool.held, pool.releaseNanos());
      } else {
        heldPools.remove(pool.held);
      }
    }
  }

  private void withdraw(ZygariaSession session, long now) {
    heldSessions.remove(session.held);
    session.pool.remove(session);
    place(session.pool, now);
  }

  @Override
  public long wakeNanos() {
    if (queued() == 0 || isFull()) {
      return NEVER;
    }
    double wake = Math.min(heldSessions.topKey(), heldPools.topKey());
    return wake == Double.POSITIVE_INFINITY ? NEVER : (long) Math.ceil(wake);
  }

  @Override
  public void drain(Consumer<Io> to) {
    for (ZygariaSession session : joined()) {
      withdraw(session, 0);
    }
    super.drain(to);
  }
}
