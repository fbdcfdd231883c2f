package io.oasis.agent.latency.evaluate;

/** Takes what a queue did, second by second, and says when something is to be told. */
interface Rival {
  /** How many thresholds it has, the lowest first. */
  int settings();

  /**
   * Takes a second, with reads or without.
   *
   * @param told what each of its settings tells now
   */
  void add(long second, Second did, boolean[] told);
}
