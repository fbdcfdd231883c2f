package io.oasis.standalone.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting for something outside that gives no signal of its own. */
public final class Wait {
  private static final long STEP_MILLIS = 50;

  private Wait() {}

  /**
   * Whether {@code condition} came true within {@code patience}. Interruption ends the wait early.
   */
  public static boolean until(Duration patience, BooleanSupplier condition) {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end >= 0 || !pause(Duration.ofMillis(STEP_MILLIS))) {
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
