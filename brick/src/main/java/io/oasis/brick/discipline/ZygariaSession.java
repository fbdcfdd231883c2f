package io.oasis.brick.discipline;

/** A session of {@link Zygaria}: its two buckets, its level, and where it stands. */
final class ZygariaSession extends SessionQueue {
  final Slot<ZygariaSession> held = new Slot<>(this);
  final Slot<ZygariaSession> byLevel = new Slot<>(this);
  final Slot<ZygariaSession> byDeadline = new Slot<>(this);

  ZygariaPool pool;

  @SuppressWarnings("NullAway.Init") // set by the only one who makes sessions, right after
  Levels.Level level;

  private final Bucket reserve;
  private final Bucket limit;
  private long end = -1;
  private boolean wrote;

  ZygariaSession(Session session, ZygariaPool pool, long now) {
    super(session);
    this.pool = pool;
    Terms terms = session.terms();
    reserve = ZygariaPool.reserve(terms.reserveIops(), now);
    limit = ZygariaPool.limit(terms.limitIops(), now);
  }

  void setTerms(long now) {
    reserve.setRate(session.terms().reserveIops(), now);
    limit.setRate(session.terms().limitIops(), now);
  }

  /** Something waits again. */
  void rested(long now) {
    reserve.rested(now);
  }

  /** Takes the first of the queue and remembers where it ends. */
  Io send() {
    Io io = poll();
    end = io.offset() + io.lengthBytes();
    wrote = io.isWrite();
    return io;
  }

  /** Whether the first of the queue goes on where the last one sent ended. */
  boolean goesOn() {
    Io head = peek();
    return head != null && head.offset() == end && head.isWrite() == wrote;
  }

  void charge(double tokens, long now, boolean due) {
    ZygariaPool.charge(reserve, limit, tokens, now, due);
  }

  double releaseNanos() {
    return limit.isThere() ? limit.tokenNanos() : Double.NEGATIVE_INFINITY;
  }

  double deadlineNanos() {
    return reserve.isThere() ? reserve.tokenNanos() : Double.POSITIVE_INFINITY;
  }

  /** I/Os that go together when the reserve is due: at most a second's worth. */
  int batch() {
    return (int) Math.clamp(session.terms().reserveIops(), 1.0, Zygaria.BATCH);
  }

  /** The level has sunk by itself. */
  void moved(ZygariaPool where) {
    if (byLevel.isIn()) {
      where.relevel(this);
    }
  }
}
