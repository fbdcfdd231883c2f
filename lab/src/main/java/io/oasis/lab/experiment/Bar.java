package io.oasis.lab.experiment;

/**
 * The least that counts: a metric of the policy under test, or of a reference written {@code
 * reference.metric}, compared with a number, or with so many times another metric. It holds when it
 * holds for every seed, whichever seed the other metric is of.
 *
 * @param rival the other metric; empty when the value stands for itself
 * @param excuse a reference that is told what there is to know: where it does not hold the bar on
 *     every seed either, the bar is shown and does not count; empty when it counts in any case
 */
public record Bar(String metric, Op op, double value, String rival, String excuse) {
  /** How the metric compares with the number. */
  public enum Op {
    AT_MOST("<="),
    AT_LEAST(">=");

    private final String sign;

    Op(String sign) {
      this.sign = sign;
    }

    public String sign() {
      return sign;
    }
  }

  public static Bar atMost(String metric, double value) {
    return new Bar(metric, Op.AT_MOST, value, "", "");
  }

  public static Bar atMost(String metric, double times, String rival) {
    return new Bar(metric, Op.AT_MOST, times, rival, "");
  }

  public static Bar atLeast(String metric, double value) {
    return new Bar(metric, Op.AT_LEAST, value, "", "");
  }

  public static Bar atLeast(String metric, double times, String rival) {
    return new Bar(metric, Op.AT_LEAST, times, rival, "");
  }

  /** The same bar, which counts only where this reference holds it. */
  public Bar unlessMissedBy(String reference) {
    return new Bar(metric, op, value, rival, reference);
  }

  /** What counts of a metric: the worst over the seeds. */
  public double worst(Spread spread) {
    return switch (op) {
      case AT_MOST -> spread.max();
      case AT_LEAST -> spread.min();
    };
  }

  /** The number to compare with where the other metric has this spread. */
  public double limit(Spread other) {
    return switch (op) {
      case AT_MOST -> value * other.min();
      case AT_LEAST -> value * other.max();
    };
  }

  public boolean holds(double measured, double limit) {
    return switch (op) {
      case AT_MOST -> measured <= limit;
      case AT_LEAST -> measured >= limit;
    };
  }

  /** What the limit is made of, for reading; empty when it is a number of its own. */
  public String origin() {
    if (rival.isEmpty()) {
      return "";
    }
    return value == 1 ? " (" + rival + ")" : " (" + value + " x " + rival + ")";
  }
}
