package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Shows when a thread may look for the next request instead of sleeping. */
class BusyPollTest {
  private static final long SHORT_NANOS = 20_000;
  private static final long LONG_NANOS = 1_000_000_000;

  private final Semaphore processors = new Semaphore(1);
  private final BusyPoll poll = new BusyPoll(Duration.ofNanos(50_000), processors);

  private boolean mayLook() {
    boolean may = poll.begin();
    if (may) {
      poll.end();
    }
    return may;
  }

  private void wait(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      poll.waited(nanos);
    }
  }

  @Test
  void onlyAfterSeveralShortWaits() {
    assertThat(mayLook()).as("nothing is known yet").isFalse();
    wait(5, SHORT_NANOS);
    assertThat(mayLook()).isFalse();
    wait(10, SHORT_NANOS);
    assertThat(mayLook()).isTrue();
  }

  @Test
  void notAnyMoreAfterLongOnesAndSoonAgain() {
    wait(50, SHORT_NANOS);
    wait(1, LONG_NANOS);
    assertThat(mayLook()).as("one long wait").isTrue();
    wait(1, LONG_NANOS);
    assertThat(mayLook()).as("two").isFalse();
    wait(5, SHORT_NANOS);
    assertThat(mayLook()).isTrue();
  }

  @Test
  void onlyWhileAProcessorIsSpare() {
    wait(50, SHORT_NANOS);
    assertThat(processors.tryAcquire()).isTrue();
    assertThat(mayLook()).isFalse();
    processors.release();
    assertThat(mayLook()).isTrue();
  }

  @Test
  void neverWhenItMayNot() {
    BusyPoll never = new BusyPoll(Duration.ZERO, processors);
    for (int i = 0; i < 50; i++) {
      never.waited(0);
    }
    assertThat(never.begin()).isFalse();
  }
}
