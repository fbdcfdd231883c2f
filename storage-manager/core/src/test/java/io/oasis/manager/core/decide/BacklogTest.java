package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Shows what is put down to a queue that is limited where nobody counts what waits. */
class BacklogTest {
  private static final double INTERVAL = 0.25;

  private final Backlog backlog = new Backlog();

  private double limited(double sent, double limit, double part) {
    double beyond = backlog.limited(sent, limit, INTERVAL);
    backlog.grow(part);
    return beyond;
  }

  private void free(double outstanding) {
    backlog.free(outstanding);
    backlog.free(outstanding);
  }

  /** 64 outstanding: while the device empties 760 a second come beside a limit of 600. */
  @Test
  void whatComesBeyondALimitIsNotOutstandingUnlessThereIsMore() {
    free(64);
    limited(760, 600, 1); // the limit came within this interval
    assertThat(limited(760, 600, 0)).isCloseTo(40, within(1e-9));
    assertThat(backlog.outstanding()).isEqualTo(64);
    assertThat(backlog.stands()).isTrue();
  }

  @Test
  void whatIsMoreWaitsBehindItsLimit() {
    free(64);
    limited(760, 600, 1);
    limited(760, 600, 1);
    assertThat(backlog.outstanding()).isCloseTo(104, within(1e-9));
    limited(760, 600, 0.5);
    assertThat(backlog.outstanding()).isCloseTo(124, within(1e-9));
  }

  @Test
  void whoSendsLessThanItsLimitHasFewerOutstanding() {
    free(10);
    limited(300, 600, 1);
    assertThat(limited(300, 600, 1)).isZero();
    assertThat(backlog.outstanding()).as("75 fewer, and no less than none").isZero();
    assertThat(backlog.stands()).isFalse();
  }
}
