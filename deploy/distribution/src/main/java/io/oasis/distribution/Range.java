package io.oasis.distribution;

/** What a number that somebody gave must lie in. */
public final class Range {
  private Range() {}

  /**
   * @param name of the option, as it was given
   * @throws IllegalArgumentException when the value is out of range
   */
  public static <N extends Comparable<N>> void check(String name, N value, N least, N most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s = %s: must be from %s to %s".formatted(name, value, least, most));
    }
  }

  /** Of TCP. */
  public static void checkPort(String name, int port) {
    check(name, port, 1, 65_535);
  }
}
