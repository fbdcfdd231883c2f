package io.oasis.proving.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Shows what counts as a limit beyond its lease: words the adapter can hear, and no others. */
class LeaseWatchTest {
  private static final Duration LEASE = Duration.ofSeconds(15);

  private final LeaseWatch watch = new LeaseWatch(LEASE, Duration.ZERO);

  @Test
  void aLimitWithinItsLeaseOutlivesNothing() {
    watch.word(at(1));
    watch.seen(true, at(16));
    watch.seen(false, at(40));
    assertThat(watch.longest()).isZero();
  }

  @Test
  void aLimitThatAppearsWasSetByAWordThatIsHeardOfSoon() {
    watch.word(at(1));
    watch.seen(true, at(15));
    watch.seen(false, at(17));
    watch.seen(true, at(30));
    watch.word(at(31));
    watch.seen(true, at(45));
    assertThat(watch.longest()).isZero();
  }

  @Test
  void aLimitThatAppearsAndThatNobodyWasHeardToSetIsBeyondItsLease() {
    watch.word(at(1));
    watch.seen(false, at(17));
    watch.seen(true, at(30));
    watch.seen(true, at(32));
    assertThat(watch.longest()).isEqualTo(Duration.ofSeconds(16));
  }

  @Test
  void theLongestCounts() {
    watch.word(at(1));
    watch.seen(true, at(18));
    watch.word(at(19));
    watch.seen(true, at(35));
    assertThat(watch.longest()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void wordsWhileTheAdapterIsCutOffDoNotCount() {
    watch.word(at(1));
    watch.deaf(true, at(2));
    watch.word(at(10));
    watch.seen(true, at(17));
    assertThat(watch.longest()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whatWasHeldUpIsHeardWhenTheWayIsMended() {
    watch.deaf(true, at(2));
    watch.deaf(false, at(10));
    watch.seen(true, at(25));
    assertThat(watch.longest()).isZero();
  }

  @Test
  void anAdapterThatHasToFindTheBrokerIsAskedWhenItHeard() {
    watch.word(at(1));
    assertThat(watch.asks(at(9))).isFalse();
    watch.finding(at(10));
    assertThat(watch.asks(at(11))).isTrue();
    watch.leased(LEASE.minusSeconds(1), at(17));
    watch.seen(true, at(17));
    watch.seen(true, at(31));
    assertThat(watch.longest()).isZero();
    watch.seen(true, at(33));
    assertThat(watch.longest()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aLimitWithoutALeaseHasNoExcuse() {
    watch.word(at(1));
    watch.finding(at(10));
    watch.leased(Duration.ZERO, at(17));
    watch.seen(true, at(17));
    assertThat(watch.longest()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void onceItMustHaveFoundTheBrokerItsOwnWordDoesNotCount() {
    watch.word(at(1));
    watch.finding(at(5));
    watch.leased(LEASE, at(14));
    watch.seen(true, at(18));
    assertThat(watch.longest()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void oneThatIsCutOffFindsNothing() {
    watch.deaf(true, at(2));
    watch.finding(at(10));
    assertThat(watch.asks(at(11))).isFalse();
    watch.leased(LEASE, at(11));
    watch.seen(true, at(17));
    assertThat(watch.longest()).isEqualTo(Duration.ofSeconds(2));
  }

  private static Duration at(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}
