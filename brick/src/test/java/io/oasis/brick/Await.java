package io.oasis.brick;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Waits for what gives no signal of its own, by looking again; minutes, if a machine needs them.
 */
public final class Await {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration STEP = Duration.ofMillis(1);

  private Await() {}

  /** Looks until it is so. */
  public static void until(Callable<Boolean> so) {
    patience().until(so);
  }

  /** Tries until it succeeds; fails when the process ends, or it takes too long. */
  public static <T> T success(Process process, Callable<T> attempt) {
    return patience()
        .failFast("the process has ended", () -> !process.isAlive())
        .ignoreExceptionsInstanceOf(IOException.class)
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
        .atMost(PATIENCE);
  }
}
