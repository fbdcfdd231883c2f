package io.oasis.manager.core.hear;

import java.util.Optional;

/** The guard rails of a queue, and as which part of one it counts. */
final class Counted {
  private Rails alone;
  private Rails rails;
  private int unitMembers = 1;
  private double part = 1;

  Counted(Rails alone) {
    this.alone = alone;
    this.rails = alone;
  }

  void rail(Rails newest) {
    alone = newest;
    rails = newest.counting(part);
  }

  /** The group that its weight was given to. */
  Optional<String> group() {
    return alone.group();
  }

  /** It is one of so many queues that work in its unit or group. */
  void isOneOf(int queues) {
    unitMembers = queues;
  }

  /** Of its host's weights so much counts; one that an operator gave counts as it is. */
  void ofHost(double partOfHost) {
    double newest = (isWeighed() ? 1 : partOfHost) / unitMembers;
    if (part != newest) {
      part = newest;
      rails = alone.counting(part);
    }
  }

  /** What it weighs as one of its unit, when all of its host's weights count. */
  double weightInUnit() {
    return alone.weight() / unitMembers;
  }

  boolean isWeighed() {
    return alone.isWeighed();
  }

  Rails rails() {
    return rails;
  }
}
