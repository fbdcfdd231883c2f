package io.oasis.adapter.targets;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Waits for what gives no signal of its own, by looking again. The patience is what a machine needs
 * that emulates another one beside busy neighbours: it only ends what would hang.
 */
public final class Eventually {
  public static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration STEP = Duration.ofMillis(100);

  private Eventually() {}

  /** Looks until it is so; what cannot be seen yet is not so. */
  public static <T> void is(T expected, Callable<T> look) {
    patience().until(look, expected::equals);
  }

  /** Tries until it succeeds; fails when the process ends, or it takes too long. */
  public static <T> T succeeds(Process process, Callable<T> attempt) {
    return patience()
        .failFast("the process has ended", () -> !process.isAlive())
        .until(attempt, _ -> true);
  }

  /** Lets time pass, where time itself is what the test is about. */
  public static void pass(Duration time) {
    Awaitility.await().pollInSameThread().pollDelay(time).forever().until(() -> true);
  }

  private static ConditionFactory patience() {
    return Awaitility.await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(STEP)
        .atMost(PATIENCE)
        .ignoreExceptionsMatching(
            notYet -> notYet instanceof IOException || notYet instanceof TargetException);
  }
}
