package io.oasis.manager.server.stream;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what becomes of Streams when a thread of it failed. Another takes its place, but for what
 * the next one would fail of at once: a broker that lets us in no more would refuse it several
 * times a second, for as long as it takes somebody to mend that.
 */
final class ThreadFailures implements StreamsUncaughtExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadFailures.class);

  private final StreamMeters meters;
  private final AtomicReference<@Nullable AuthorizationException> missing = new AtomicReference<>();

  ThreadFailures(StreamMeters meters) {
    this.meters = meters;
  }

  @Override
  public StreamThreadExceptionResponse handle(Throwable failure) {
    meters.threadFailures(1);
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof AuthenticationException || cause instanceof AuthorizationException) {
        LOG.debug("refused by the broker, which is told once", failure);
        if (cause instanceof AuthorizationException right) {
          missing.set(right);
        }
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
      }
    }
    LOG.error("a stream thread failed", failure);
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof MissingSourceTopicException || cause instanceof VirtualMachineError) {
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
      }
    }
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /**
   * Says once which right was missing: who asks the broker next does not need the same. Who we are
   * is asked of everybody, so that needs no word here.
   *
   * @throws AuthorizationException when one was missing since this was called last
   */
  void throwMissingRight() {
    AuthorizationException right = missing.getAndSet(null);
    if (right != null) {
      throw right;
    }
  }
}
