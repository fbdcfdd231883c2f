package io.oasis.protocol;

/**
 * The order of what a manager says of one domain: a later epoch beats an earlier one, within an
 * epoch the higher sequence. A receiver refuses whatever is not newer than what it has.
 *
 * @param epoch grows each time a manager takes over a domain
 * @param sequence grows with each decision of the epoch
 */
public record Version(long epoch, long sequence) implements Comparable<Version> {
  /** The largest whole number that every reader of JSON has; none is reached by counting. */
  public static final long MOST = 1L << 53;

  /**
   * No manager was ever restarted so often: whoever claims it would use up the epochs that are left
   * and leave the domain without a next one.
   */
  public static final long MOST_PLAUSIBLE_EPOCH = 1L << 40;

  /**
   * A manager goes on above what an adapter says it has seen up to here: each takeover afterwards
   * finds epochs left.
   */
  public static final long MOST_SEEN_EPOCH = 1L << 30;

  public static final Version NONE = new Version(0, 0);

  public Version {
    checkCount("epoch", epoch);
    checkCount("sequence", sequence);
  }

  private static void checkCount(String field, long value) {
    Check.notNegative(field, value);
    if (value > MOST) {
      throw new IllegalArgumentException(field + " = " + value + ": must be at most " + MOST);
    }
  }

  public boolean isAfter(Version other) {
    return compareTo(other) > 0;
  }

  @Override
  public int compareTo(Version other) {
    int byEpoch = Long.compare(epoch, other.epoch);
    return byEpoch != 0 ? byEpoch : Long.compare(sequence, other.sequence);
  }
}
