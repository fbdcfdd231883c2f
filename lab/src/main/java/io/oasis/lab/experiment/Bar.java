package io.oasis.lab.experiment;

/**
 * The least that counts: a metric of the policy under test, or of a reference written {@code
 * reference.metric}, compared with a number. It holds when it holds for every seed.
 */
public record Bar(String metric, Op op, double value) {
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
    return new Bar(metric, Op.AT_MOST, value);
  }

  public static Bar atLeast(String metric, double value) {
    return new Bar(metric, Op.AT_LEAST, value);
  }

  /** What counts of a metric: the worst over the seeds. */
  public double worst(Spread spread) {
    return switch (op) {
      case AT_MOST -> spread.max();
      case AT_LEAST -> spread.min();
    };
  }

  public boolean holds(Spread spread) {
    return switch (op) {
      case AT_MOST -> spread.max() <= value;
      case AT_LEAST -> spread.min() >= value;
    };
  }
}
