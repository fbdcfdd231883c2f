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
    limited(760, 600, 0);
    assertThat(limited(760, 600, 0)).isCloseTo(40, within(1e-9));
    assertThat(backlog.outstanding()).isEqualTo(64);
    assertThat(backlog.stands()).isTrue();
  }

  /** In the interval, too, in which the limit came, though it is not known when. */
  @Test
  void whatIsMoreWaitsBehindItsLimit() {
    free(64);
    assertThat(limited(760, 600, 1)).isCloseTo(40, within(1e-9));
    assertThat(backlog.passed(760)).as("it may have come at its end").isEqualTo(760);
    limited(760, 600, 1);
    assertThat(backlog.outstanding()).isCloseTo(144, within(1e-9));
    limited(760, 600, 0.5);
    assertThat(backlog.outstanding()).isCloseTo(164, within(1e-9));
  }

  @Test
  void aLimitThatRisesLetsMoreThroughAtOnce() {
    limited(760, 600, 0);
    assertThat(limited(760, 700, 1)).isCloseTo(15, within(1e-9));
    assertThat(limited(760, 650, 1)).as("tighter").isCloseTo(27.5, within(1e-9));
  }

  @Test
  void whoSendsLessThanItsLimitHasFewerOutstanding() {
    free(10);
    limited(300, 600, 1);
    assertThat(limited(300, 600, 1)).isZero();
    assertThat(backlog.outstanding()).as("75 fewer, and no less than none").isZero();
    assertThat(backlog.stands()).isFalse();
  }

  /** 75 I/Os fewer came than were let through. */
  @Test
  void whatIsNotSentIsTakenOffWhatWasOutstanding() {
    free(100);
    limited(300, 600, 1);
    assertThat(backlog.outstanding()).isCloseTo(25, within(1e-9));
  }

  /** A quarter of a second of 0.7: 700 more a second are 250 more. */
  @Test
  void aRateIsSmoothedWhileTheLimitStays() {
    limited(600, 600, 1);
    assertThat(limited(1_300, 600, 1)).isCloseTo(62.5, within(1e-9));
    assertThat(backlog.outstanding()).isCloseTo(62.5, within(1e-9));
  }

  @Test
  void aTwentiethBeyondALimitIsChance() {
    limited(630, 600, 1);
    assertThat(limited(630, 600, 1)).isZero();
    assertThat(backlog.passed(630)).isEqualTo(630);
    limited(760, 600, 1);
    assertThat(backlog.passed(760)).as("no more than its limit let through").isEqualTo(600);
    assertThat(backlog.passed(500)).isEqualTo(500);
  }

  @Test
  void whoSendsNineTenthsOfItsLimitStandsAtIt() {
    limited(540, 600, 1);
    assertThat(backlog.stands()).isTrue();
    limited(530, 590, 1);
    assertThat(backlog.stands()).isFalse();
  }

  @Test
  void whoIsFreeAgainHasWhatIsCounted() {
    free(64);
    limited(760, 600, 1);
    limited(760, 600, 1);
    backlog.free(20);
    assertThat(backlog.outstanding()).as("the mean of two, as it falls").isEqualTo(42);
    backlog.free(20);
    assertThat(backlog.outstanding()).isEqualTo(20);
  }

  /** As exactly for so long is no chance. */
  @Test
  void whoPassesJustItsLimitForThreeIntervalsIsHeldByIt() {
    Backlog backlog = new Backlog();
    backlog.free(5);
    backlog.limited(100, 100, 0.25);
    backlog.didPass(100);
    backlog.didPass(99);
    assertThat(backlog.isAtLimit()).isFalse();
    backlog.didPass(101);
    assertThat(backlog.isAtLimit()).isTrue();
    backlog.didPass(95);
    assertThat(backlog.isAtLimit()).isFalse();
  }
}
