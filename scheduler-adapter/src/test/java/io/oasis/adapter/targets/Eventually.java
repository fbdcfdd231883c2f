package io.oasis.adapter.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for what gives no signal of its own, by looking again. The patience is what a machine needs
 * that emulates another one beside busy neighbours: it only ends what would hang.
 */
public final class Eventually {
  public static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration STEP = Duration.ofMillis(100);

  private Eventually() {}

  /** Looks until it is so; what cannot be seen yet is not so. */
  public static <T> void is(T expected, Callable<T> look) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isNow(expected, look)) {
      if (System.nanoTime() - deadline > 0) {
        assertThat(look.call()).isEqualTo(expected);
      }
      pause();
    }
  }

  private static <T> boolean isNow(T expected, Callable<T> look) throws Exception {
    try {
      return look.call().equals(expected);
    } catch (IOException | TargetException notYet) {
      return false;
    }
  }

  /** Tries until it succeeds; the last failure if it never does, or the process ends. */
  public static <T> T succeeds(Process process, Callable<T> attempt) throws Exception {
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

  private static void pause() {
    LockSupport.parkNanos(STEP.toNanos());
  }
}
