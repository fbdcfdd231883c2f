package io.oasis.lab.zoo.random;

import io.oasis.lab.zoo.judge.Judgement;

/**
 * What makes a judgement a failure: the device does less than it should, or a law is broken. A
 * smaller scenario fails alike when it does so too.
 */
public record Failure(Judgement judgement) {
  /** Of the work that the device does without control. */
  public static final double LEAST_TOTAL = 0.9;

  /** Whether it fails at all. */
  public boolean isOne() {
    return losesTotal(judgement) || !judgement.lawViolations().isEmpty();
  }

  private static boolean losesTotal(Judgement one) {
    return one.got().totalToUnmanaged() < LEAST_TOTAL;
  }

  /** Whether another judgement is the same kind of failure. */
  public boolean isLike(Judgement other) {
    return losesTotal(judgement)
        ? losesTotal(other)
        : other.lawViolations().stream().anyMatch(law -> law.startsWith(kind()));
  }

  /** The first law that is broken: what stands before the colon. */
  private String kind() {
    String first = judgement.lawViolations().getFirst();
    return first.substring(0, first.indexOf(':') + 1);
  }

  /** In words. */
  public String words() {
    return losesTotal(judgement)
        ? "total %.3f of unmanaged".formatted(judgement.got().totalToUnmanaged())
        : judgement.lawViolations().getFirst();
  }
}
