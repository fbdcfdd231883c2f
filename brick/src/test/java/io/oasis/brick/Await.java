package io.oasis.brick;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for what gives no signal of its own, by looking again; minutes, if a machine needs them.
 */
public final class Await {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration STEP = Duration.ofMillis(5);

  private Await() {}

  /** Looks until it is so. */
  public static void until(Callable<Boolean> so) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!so.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited in vain for " + PATIENCE);
      }
      pause();
    }
  }

  /** Tries until it succeeds; the last failure when the process ends, or it takes too long. */
  public static <T> T success(Process process, Callable<T> attempt) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return attempt.call();
      } catch (IOException notYet) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          throw notYet;
        }
        pause();
      }
    }
  }

  /** Lets time pass, where time itself is what the test is about. */
  public static void pass(Duration time) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    until(() -> System.nanoTime() - end >= 0);
  }

  private static void pause() {
    LockSupport.parkNanos(STEP.toNanos());
  }
}
