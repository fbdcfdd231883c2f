package io.oasis.lab.experiment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The least that counts: a metric of the policy under test, or of a reference written {@code
 * reference.metric}, compared with a number, or with so many times another metric of the same seed.
 * It holds when it holds for every seed.
 *
 * @param rival the other metric; empty when the value stands for itself
 * @param excuse when the bar need not be held; null when it counts in any case
 */
public record Bar(
    String metric, Op op, double value, String rival, About about, @Nullable Excuse excuse) {
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

  /** What a bar says something about. */
  public enum About {
    /** What the policy does, as a paper or a requirement has it. */
    BEHAVIOUR,
    /** What the policy does and the product promises: no excuse. */
    PROMISE,
    /** That the run can be believed; it says nothing for the policy. */
    INVARIANT
  }

  /**
   * Why nobody holds a bar here, and who shows it.
   *
   * @param reference a control that is told what there is to know
   * @param reason in a sentence, for the reader of the report
   */
  public record Excuse(String reference, String reason) {}

  private static final Pattern WRITTEN = Pattern.compile("(\\S+) ([<>]=) ([0-9.]+)(?: x (\\S+))?");

  /** Part of what its reference reached by which an excused metric may be worse. */
  static final double NEAR_THE_REFERENCE = 0.1;

  public Bar {
    if (excuse != null && (about != About.BEHAVIOUR || excuse.reason.isBlank())) {
      throw new IllegalArgumentException(
          metric + ": an excuse has a reason, and a promise or an invariant has no excuse");
    }
  }

  public static Bar atMost(String metric, double value) {
    return new Bar(metric, Op.AT_MOST, value, "", About.BEHAVIOUR, null);
  }

  public static Bar atMost(String metric, double times, String rival) {
    return new Bar(metric, Op.AT_MOST, times, rival, About.BEHAVIOUR, null);
  }

  public static Bar atLeast(String metric, double value) {
    return new Bar(metric, Op.AT_LEAST, value, "", About.BEHAVIOUR, null);
  }

  public static Bar atLeast(String metric, double times, String rival) {
    return new Bar(metric, Op.AT_LEAST, times, rival, About.BEHAVIOUR, null);
  }

  /**
   * A bar as it is written in a table: {@code share >= 0.9}, or {@code share >= 0.9 x other.share}.
   *
   * @throws IllegalArgumentException when it is written otherwise
   */
  public static Bar parse(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw new IllegalArgumentException(
          "bar = " + text + ": must be METRIC <= NUMBER or METRIC >= NUMBER [x METRIC]");
    }
    double value = Double.parseDouble(written.group(3));
    String rival = written.group(4) == null ? "" : written.group(4);
    return written.group(2).equals(Op.AT_MOST.sign)
        ? atMost(written.group(1), value, rival)
        : atLeast(written.group(1), value, rival);
  }

  /** No invariant was found broken; {@code metric} counts those that were. */
  public static Bar noFaults(String metric) {
    return new Bar(metric, Op.AT_MOST, 0, "", About.INVARIANT, null);
  }

  /** The same bar as one of the product's promises. */
  public Bar promised() {
    return new Bar(metric, op, value, rival, About.PROMISE, excuse);
  }

  /**
   * The same bar, which on a seed need not be held where this reference misses it too and the
   * metric is within {@value #NEAR_THE_REFERENCE} of what that reached.
   */
  public Bar unlessMissedBy(String reference, String reason) {
    return new Bar(metric, op, value, rival, about, new Excuse(reference, reason));
  }

  /** What the limit is made of, for reading; empty when it is a number of its own. */
  public String origin() {
    if (rival.isEmpty()) {
      return "";
    }
    return value == 1 ? " (" + rival + ")" : " (" + value + " x " + rival + ")";
  }

  boolean holds(double measured, double limit) {
    return switch (op) {
      case AT_MOST -> measured <= limit;
      case AT_LEAST -> measured >= limit;
    };
  }

  /** Whether no more is asked of a metric than its reference reached, but for a little. */
  boolean isNear(double measured, double reached) {
    return switch (op) {
      case AT_MOST -> measured <= reached * (1 + NEAR_THE_REFERENCE);
      case AT_LEAST -> measured >= reached * (1 - NEAR_THE_REFERENCE);
    };
  }

  /** How far a metric is on the wrong side of a limit, by the limit; negative when it holds. */
  double shortfall(double measured, double limit) {
    double behind = op == Op.AT_MOST ? measured - limit : limit - measured;
    return limit == 0 ? behind : behind / StrictMath.abs(limit);
  }
}
