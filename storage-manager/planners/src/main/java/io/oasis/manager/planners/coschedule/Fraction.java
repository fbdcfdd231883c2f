package io.oasis.manager.planners.coschedule;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A positive fraction in lowest terms: a share of a server's time, or R_clustering. Exact, because
 * three thirds must fit into one round.
 */
public record Fraction(int numerator, int denominator) {
  public static final Fraction ONE = new Fraction(1, 1);

  public Fraction {
    if (numerator < 1 || denominator < 1) {
      throw new IllegalArgumentException(
          "fraction = " + numerator + "/" + denominator + ": must be positive");
    }
    int divisor = BigInteger.valueOf(numerator).gcd(BigInteger.valueOf(denominator)).intValue();
    numerator /= divisor;
    denominator /= divisor;
  }

  /**
   * @param text such as {@code 1/3}, {@code 0.25} or {@code 1}
   * @throws IllegalArgumentException when it is none of these, or needs more than nine digits
   */
  public static Fraction parse(String text) {
    try {
      int slash = text.indexOf('/');
      if (slash >= 0) {
        return new Fraction(
            Integer.parseInt(text.substring(0, slash).strip()),
            Integer.parseInt(text.substring(slash + 1).strip()));
      }
      BigDecimal decimal = new BigDecimal(text.strip()).stripTrailingZeros();
      int digits = StrictMath.max(0, decimal.scale());
      if (digits > 9) {
        throw new ArithmeticException("too many digits");
      }
      return new Fraction(
          decimal.movePointRight(digits).intValueExact(),
          BigDecimal.ONE.movePointRight(digits).intValueExact());
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "fraction = " + text + ": must be positive, such as 1/3 or 0.25", e);
    }
  }

  public boolean isAtMost(Fraction other) {
    return (long) numerator * other.denominator <= (long) other.numerator * denominator;
  }

  public double value() {
    return (double) numerator / denominator;
  }

  @Override
  public String toString() {
    return denominator == 1 ? Integer.toString(numerator) : numerator + "/" + denominator;
  }
}
