package io.oasis.brick.discipline;

/** Disciplines that divide a round of time by the shares of all sessions that have joined. */
abstract class Rounds<Q extends SessionQueue> extends Queues<Q> {
  private double roundNanos;
  private double sumOfShares;

  Rounds(int depth, int outstanding, long roundNanos) {
    super(depth, outstanding);
    this.roundNanos = roundNanos;
  }

  /** A session's part of the round. */
  final double sliceNanos(Q queue) {
    return roundNanos * queue.session.terms().share() / sumOfShares;
  }

  @Override
  public final void round(long nanos) {
    roundNanos = nanos;
  }

  @Override
  public void join(Session session, long now) {
    super.join(session, now);
    addUp();
  }

  @Override
  public void leave(Session session, long now) {
    super.leave(session, now);
    addUp();
  }

  /** The slices that follow are cut by the new shares. */
  @Override
  public void changed(Session session, long now) {
    addUp();
  }

  private void addUp() {
    sumOfShares = 0;
    for (Q queue : joined()) {
      sumOfShares += queue.session.terms().share();
    }
  }
}
