package io.oasis.brick.discipline;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Draws who goes next: a session with something waiting wins with probability share / sum of the
 * shares of all that wait.
 *
 * <p>Law: with shares 80 and 20 and both backlogged, of n dispatches 0.8 n go to the first, give or
 * take sqrt(0.16 n). Tickets stand in a binary indexed tree over the session numbers, so drawing
 * and joining the draw cost the logarithm of their number.
 *
 * <p>Source: the isolation study, section 2, after Waldspurger and Weihl.
 */
final class Lottery extends Queues<SessionQueue> {
  private final RandomGenerator random;

  /** A binary indexed tree: element i holds the tickets of a range that ends at i. */
  private double[] tree = new double[2];

  /** Tickets in the draw, by session number. */
  private double[] tickets = new double[1];

  Lottery(int depth, int outstanding, RandomGenerator random) {
    super(depth, outstanding);
    this.random = random;
  }

  @Override
  SessionQueue open(Session session, long now) {
    SessionQueue queue = new SessionQueue(session);
    int number = session.number();
    if (number >= tickets.length) {
      tickets = Arrays.copyOf(tickets, Integer.highestOneBit(number) << 1);
      rebuild();
    }
    return queue;
  }

  private void rebuild() {
    tree = new double[tickets.length + 1];
    for (int i = 0; i < tickets.length; i++) {
      add(i, tickets[i]);
    }
  }

  @Override
  public void changed(Session session, long now) {
    if (!queueOf(session).isEmpty()) {
      enter(session.number(), session.terms().share());
    }
  }

  @Override
  void queued(SessionQueue queue, Io io, long now) {
    if (queue.size() == 1) {
      enter(queue.session.number(), queue.session.terms().share());
    }
  }

  @Override
  Io choose(long now) {
    SessionQueue winner = queueNumbered(draw());
    Io io = winner.poll();
    if (winner.isEmpty()) {
      enter(winner.session.number(), 0);
    }
    return io;
  }

  private int draw() {
    double left = random.nextDouble() * total();
    int at = 0;
    for (int step = Integer.highestOneBit(tickets.length); step > 0; step >>>= 1) {
      if (at + step <= tickets.length && tree[at + step] <= left) {
        at += step;
        left -= tree[at];
      }
    }
    // Rounding may lead to a session without tickets: the next one that has some wins.
    for (int i = 0; i < tickets.length; i++) {
      int number = (at + i) % tickets.length;
      if (tickets[number] > 0) {
        return number;
      }
    }
    throw new IllegalStateException("nobody is in the draw");
  }

  private double total() {
    double sum = 0;
    for (int i = tickets.length; i > 0; i -= i & -i) {
      sum += tree[i];
    }
    return sum;
  }

  private void enter(int number, double count) {
    add(number, count - tickets[number]);
    tickets[number] = count;
  }

  private void add(int number, double change) {
    for (int i = number + 1; i < tree.length; i += i & -i) {
      tree[i] += change;
    }
  }
}
