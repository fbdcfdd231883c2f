package io.oasis.protocol;

/**
 * How fine a scheduler's limits are and what it costs to change one, so that nobody asks for what
 * cannot be held.
 *
 * @param stepIops it holds whole multiples of so many operations per second
 * @param stepBytes it holds whole multiples of so many bytes per second
 * @param leastIops its smallest limit in operations per second
 * @param leastBytes its smallest limit in bytes per second
 * @param operationsByBytes a limit in operations is held in bytes while the I/Os are of one size,
 *     so its step is {@code stepBytes} by their size where that is the finer
 * @param change what it costs to change a limit
 */
public record Grain(
    long stepIops,
    long stepBytes,
    long leastIops,
    long leastBytes,
    boolean operationsByBytes,
    Change change) {
  /**
   * What it costs to change a limit.
   *
   * @param millis so long one takes, and the next waits
   * @param passesSeconds so many seconds' worth of the limit pass beyond it each time
   * @param relaxes whether one that holds I/O back is raised in steps before it goes, because all
   *     that waits would enter at once
   */
  public record Change(double millis, double passesSeconds, boolean relaxes) {
    /** Takes no time and lets nothing pass. */
    public static final Change FREE = new Change(0, 0, false);

    public Change {
      Check.measured("millis", millis);
      Check.measured("passesSeconds", passesSeconds);
    }
  }

  public Grain {
    Check.between("stepIops", stepIops, 1, Integer.MAX_VALUE);
    Check.between("stepBytes", stepBytes, 1, Integer.MAX_VALUE);
    Check.between("leastIops", leastIops, 1, Integer.MAX_VALUE);
    Check.between("leastBytes", leastBytes, 1, Integer.MAX_VALUE);
  }

  /** Whole numbers from these on, changed at no cost. */
  public static Grain from(long leastIops, long leastBytes) {
    return new Grain(1, 1, leastIops, leastBytes, false, Change.FREE);
  }
}
