package io.oasis.manager.core.policy;

import io.oasis.protocol.Decision.Bound;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The proportionally fair allocation of a capacity.
 *
 * <p>Law (Kelly, Maulloo and Tan, 1998): maximise the sum of {@code w log x} subject to {@code sum
 * x <= capacity} and {@code reserve <= x <= min(demand, limit)}. The optimum has one price p:
 * {@code x = w/p} where nothing binds, {@code w/x >= p} where demand or limit binds, {@code w/x <=
 * p} where a reserve binds. For every other feasible y the sum of {@code w (y - x) / x} is then at
 * most zero.
 *
 * <p>Found by fixing variables (Bitran and Hax, 1981): share what is left by weight, fix those
 * beyond the bound of the side with the larger total excess, repeat. Each pass is O(n) and fixes at
 * least one; in practice a handful of passes.
 *
 * <p>Worked: capacity 1,000, weights 1, demands 100, unbounded, unbounded: level 333 exceeds the
 * first demand by 233; fixed at 100; level 450: targets 100, 450, 450, price 1/450.
 */
public final class ProportionalFair implements Policy {
  /** By its name the lab compares it with the law that asks; no domain is shared out by it. */
  public static final String NAME = "capacity";

  private static final byte FREE = 0;
  private static final byte AT_MOST = 1;
  private static final byte AT_LEAST = 2;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Targets decide(Problem problem) {
    List<Claim> claims = problem.claims();
    double reserves = 0;
    double wants = 0;
    for (Claim claim : claims) {
      reserves += claim.least();
      wants += claim.most();
    }
    if (reserves > problem.capacity() * (1 + 1e-12)) {
      return new Targets.Refused(
          String.format(
              Locale.ROOT,
              "the reserves add up to %.1f cost/s, more than the capacity of %.1f cost/s",
              reserves,
              problem.capacity()));
    }
    byte[] fixed = new byte[claims.size()];
    if (wants <= problem.capacity()) {
      Arrays.fill(fixed, AT_MOST);
      return found(claims, fixed, Double.POSITIVE_INFINITY);
    }
    return found(claims, fixed, level(claims, problem.capacity(), fixed));
  }

  /** Marks in {@code fixed} which bounds bind; returns the level 1/p of the others. */
  private static double level(List<Claim> claims, double capacity, byte[] fixed) {
    double left = capacity;
    double freeWeight = 0;
    for (Claim claim : claims) {
      freeWeight += claim.weight();
    }
    double level = left / freeWeight;
    while (true) {
      byte side = side(claims, fixed, level);
      if (side == FREE) {
        return level;
      }
      left = capacity;
      freeWeight = 0;
      int free = 0;
      for (int i = 0; i < fixed.length; i++) {
        Claim claim = claims.get(i);
        if (fixed[i] == FREE && beyond(claim, claim.weight() * level, side)) {
          fixed[i] = side;
        }
        if (fixed[i] == FREE) {
          freeWeight += claim.weight();
          free++;
        } else {
          left -= fixed[i] == AT_MOST ? claim.most() : claim.least();
        }
      }
      if (free == 0) {
        return level;
      }
      level = StrictMath.max(0, left) / freeWeight;
    }
  }

  /** The bounds that the free ones violate by more in all; {@code FREE}: they violate none. */
  private static byte side(List<Claim> claims, byte[] fixed, double level) {
    double above = 0;
    double below = 0;
    for (int i = 0; i < fixed.length; i++) {
      if (fixed[i] == FREE) {
        Claim claim = claims.get(i);
        double share = claim.weight() * level;
        above += StrictMath.max(0, share - claim.most());
        below += StrictMath.max(0, claim.least() - share);
      }
    }
    if (above == 0 && below == 0) {
      return FREE;
    }
    return above >= below ? AT_MOST : AT_LEAST;
  }

  private static boolean beyond(Claim claim, double share, byte side) {
    return side == AT_MOST ? share > claim.most() : share < claim.least();
  }

  private static Targets found(List<Claim> claims, byte[] fixed, double level) {
    double[] amounts = new double[fixed.length];
    Bound[] bounds = new Bound[fixed.length];
    for (int i = 0; i < fixed.length; i++) {
      Claim claim = claims.get(i);
      switch (fixed[i]) {
        case AT_MOST -> {
          amounts[i] = claim.most();
          bounds[i] = claim.limit() < claim.demand() ? Bound.LIMIT : Bound.DEMAND;
        }
        case AT_LEAST -> {
          amounts[i] = claim.least();
          bounds[i] = Bound.RESERVE;
        }
        default -> {
          amounts[i] = claim.weight() * level;
          bounds[i] = Bound.FAIR_SHARE;
        }
      }
    }
    return new Targets.Found(amounts, List.of(bounds), Optional.of(1 / level), false);
  }
}
