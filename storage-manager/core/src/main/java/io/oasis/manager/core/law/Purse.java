package io.oasis.manager.core.law;

/**
 * What limits may cost: a twentieth of what there is, on average over half a minute. Limits that
 * stand when the one who gained by them has stopped leave something idle until they are lifted;
 * where that happens too often to be worth it, nobody is limited until it is made up for.
 */
final class Purse {
  /** Part of what there is that may be lost. */
  private static final double ALLOWED = 0.05;

  /** The purse holds what may be lost in so many seconds. */
  private static final double SECONDS = 25;

  private double lostSeconds;
  private boolean isEmpty;

  /**
   * @param seconds that passed
   * @param lost part of what there is that limits kept from being done in that time
   */
  void pay(double seconds, double lost) {
    lostSeconds = StrictMath.max(0, lostSeconds + (lost - ALLOWED) * seconds);
    isEmpty = lostSeconds > ALLOWED * SECONDS || isEmpty && lostSeconds > 0;
  }

  /** Whether limits have to wait. */
  boolean isEmpty() {
    return isEmpty;
  }
}
