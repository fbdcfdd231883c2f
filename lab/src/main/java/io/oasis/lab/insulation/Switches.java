package io.oasis.lab.insulation;

/**
 * Which of Argon's three mechanisms are on.
 *
 * @param scheduling slices of the disk's time; without, first come first served
 * @param amortization accesses of the planned size; without, 64 KiB
 * @param partitions a part of the cache for each; without, one list for all
 */
public record Switches(boolean scheduling, boolean amortization, boolean partitions) {
  public static final Switches ALL = new Switches(true, true, true);
  public static final Switches NONE = new Switches(false, false, false);
}
