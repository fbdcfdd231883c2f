package io.oasis.messaging;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How long what is changed at a broker is waited for. */
final class ClusterChange {
  static final long PATIENCE_SECONDS = 30;

  private static final long LOOK_AGAIN_MILLIS = 20;

  private ClusterChange() {}

  /** Whether it is as it is to be. */
  interface Look {
    boolean isDone() throws InterruptedException, ExecutionException, TimeoutException;
  }

  /**
   * The controller answers before the brokers have heard.
   *
   * @param otherwise what is wrong if it is not done in time
   */
  static void await(Look look, String otherwise)
      throws InterruptedException, ExecutionException, TimeoutException {
    long began = System.nanoTime();
    while (!look.isDone()) {
      if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        throw new TimeoutException(otherwise + " after " + PATIENCE_SECONDS + " s");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
    }
  }
}
