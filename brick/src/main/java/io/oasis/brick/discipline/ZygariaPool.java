package io.oasis.brick.discipline;

/** A pool of {@link Zygaria}: buckets and level of its own, and its sessions that are ready. */
final class ZygariaPool {
  final Slot<ZygariaPool> held = new Slot<>(this);
  final Slot<ZygariaPool> byLevel = new Slot<>(this);
  final Slot<ZygariaPool> byDeadline = new Slot<>(this);

  @SuppressWarnings("NullAway.Init") // set by the only one who makes pools, right after
  Levels.Level level;

  /**
   * Tokens that gather in both buckets. A limit that gathered fewer would hold a session back in
   * the gaps between the batches of others and give its surplus to them.
   */
  private static final int CREDIT = 8;

  /**
   * For how long the reserve of one that waits gathers when the device falls behind: what a second
   * of a slow device kept back is made up for. Zygaria, section 1, promises rates "over time
   * intervals of one second or so".
   */
  private static final double BEHIND_NANOS = 1e9;

  private final Heap<ZygariaSession> sessionsByLevel = new Heap<>();
  private final Heap<ZygariaSession> sessionsByDeadline = new Heap<>();
  private final Bucket reserve;
  private final Bucket limit;

  ZygariaPool(PoolTerms terms, long now) {
    reserve = reserve(terms.reserveRuns(), now);
    limit = limit(terms.limitRuns(), now);
  }

  static Bucket reserve(double rate, long now) {
    return new Bucket(rate, CREDIT, BEHIND_NANOS, now);
  }

  static Bucket limit(double rate, long now) {
    return new Bucket(rate, CREDIT, 0, now);
  }

  /**
   * What was due is paid for from the reserve, if need be in advance for a batch; what was surplus
   * takes what the reserve holds and leaves no debt, or a session that got much while nobody else
   * wanted it would go without its reserve afterwards.
   */
  static void charge(Bucket reserve, Bucket limit, double tokens, long now, boolean due) {
    if (due) {
      reserve.take(tokens, now);
    } else {
      reserve.takeAvailable(tokens, now);
    }
    limit.take(tokens, now);
  }

  void charge(double tokens, long now, boolean due) {
    charge(reserve, limit, tokens, now, due);
  }

  boolean hasReady() {
    return !sessionsByLevel.isEmpty();
  }

  double releaseNanos() {
    return limit.isThere() ? limit.tokenNanos() : Double.NEGATIVE_INFINITY;
  }

  /** The earlier of its own and of its sessions' deadlines. */
  double deadlineNanos() {
    double own = reserve.isThere() ? reserve.tokenNanos() : Double.POSITIVE_INFINITY;
    return Math.min(own, sessionsByDeadline.topKey());
  }

  /** The session that the deadline stands for; when it is the pool's own, the lowest. */
  ZygariaSession mostUrgent() {
    double own = reserve.isThere() ? reserve.tokenNanos() : Double.POSITIVE_INFINITY;
    return sessionsByDeadline.topKey() <= own ? sessionsByDeadline.top().owner : lowest();
  }

  ZygariaSession lowest() {
    return sessionsByLevel.top().owner;
  }

  void put(ZygariaSession session, long now) {
    if (!hasReady()) {
      reserve.rested(now);
    }
    sessionsByLevel.put(session.byLevel, session.level.weighted());
    sessionsByDeadline.put(session.byDeadline, session.deadlineNanos());
  }

  void relevel(ZygariaSession session) {
    sessionsByLevel.put(session.byLevel, session.level.weighted());
  }

  void remove(ZygariaSession session) {
    sessionsByLevel.remove(session.byLevel);
    sessionsByDeadline.remove(session.byDeadline);
  }
}
