package io.oasis.adapter.plan;

/** A target holds whole multiples of these; what a limit has beyond is left away. */
public record Steps(long iops, long bytes) {
  /** Whole numbers. */
  public static final Steps WHOLE = new Steps(1, 1);

  public Steps {
    if (iops < 1 || bytes < 1) {
      throw new IllegalArgumentException("steps = %d, %d: must be positive".formatted(iops, bytes));
    }
  }
}
