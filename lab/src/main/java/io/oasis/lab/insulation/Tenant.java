package io.oasis.lab.insulation;

import io.oasis.lab.sim.Chance;
import java.util.function.Function;

/**
 * One of several applications at a brick.
 *
 * @param share of the disk's time, relative to the others
 * @param depth requests it keeps outstanding
 * @param isStream read in sequence, so large accesses are what it needs
 * @param pattern where it reads and writes, with these random numbers
 */
public record Tenant(
    String name, double share, int depth, boolean isStream, Function<Chance, Pattern> pattern) {
  public Tenant withShare(double next) {
    return new Tenant(name, next, depth, isStream, pattern);
  }
}
