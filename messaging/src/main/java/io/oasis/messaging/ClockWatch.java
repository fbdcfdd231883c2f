package io.oasis.messaging;

import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches for a wall clock that is set back. Kafka's clients measure time by it and never let it
 * run backwards: their timers stand still until it is where it was, so that one that was about to
 * connect again does not for so long. They must be made anew.
 */
public final class ClockWatch implements AutoCloseable {
  /** Ahead and back between two looks goes unseen, by Kafka's timers mostly too. */
  private static final Duration LOOK = Duration.ofMillis(100);

  /** A timer that stands still for so long does no harm. */
  private static final Duration BEARABLE = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);

  private final Runnable onSetBack;
  private final Thread thread;

  /**
   * @param onSetBack called on a thread of its own, each time
   */
  public ClockWatch(Runnable onSetBack) {
    this.onSetBack = onSetBack;
    this.thread = Thread.ofPlatform().daemon().name("oasis-clock").unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    ClockSteps steps = new ClockSteps(InstantSource.system(), System::nanoTime);
    try {
      while (true) {
        Thread.sleep(LOOK);
        Duration step = steps.next();
        if (step.negated().compareTo(BEARABLE) > 0) {
          LOG.warn("the clock was set back by {} s: connecting anew", step.negated().toSeconds());
          onSetBack.run();
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("closed");
    }
  }
}
