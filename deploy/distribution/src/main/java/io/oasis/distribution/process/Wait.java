package io.oasis.distribution.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting for something outside that gives no signal of its own. */
public final class Wait {
  private static final Duration STEP = Duration.ofMillis(50);

  private Wait() {}

  /**
   * Whether {@code condition} came true within {@code patience}. Interruption ends the wait early.
   */
  public static boolean until(Duration patience, BooleanSupplier condition) {
    return until(patience, STEP, condition);
  }

  /**
   * The same.
   *
   * @param step between two looks
   */
  public static boolean until(Duration patience, Duration step, BooleanSupplier condition) {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end >= 0 || !pause(step)) {
        return false;
      }
    }
    return true;
  }

  /** Sleeps; false if interrupted meanwhile, with the interruption kept. */
  public static boolean pause(Duration time) {
    try {
      Thread.sleep(time);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
