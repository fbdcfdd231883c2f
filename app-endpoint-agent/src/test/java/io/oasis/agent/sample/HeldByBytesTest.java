package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shows that what waits follows from bytes asked for and bytes passed: of closed and open loops,
 * with throttles that let through in slices of 100 ms.
 */
class HeldByBytesTest {
  private static final int INTERVAL_MILLIS = 250;
  private static final int BYTES = 4_096;

  private final HeldByBytes held = new HeldByBytes();
  private int depth;
  private double perSecond;
  private double limit = Double.MAX_VALUE;
  private boolean isKnown;
  private long cached;
  private double due;
  private double credit;
  private long waiting;

  @Test
  void aClosedLoopHoldsItsDepth() {
    depth = 32;
    intervals(8);
    limitTo(500);
    intervals(4);
    for (int i = 0; i < 40; i++) {
      assertThat(interval()).contains((double) waiting);
    }
    assertThat(waiting).isEqualTo(27); // and 5 are in the device
  }

  @Test
  void aContentOneHoldsNothing() {
    perSecond = 100;
    intervals(8);
    limitTo(400);
    intervals(4);
    for (int i = 0; i < 40; i++) {
      assertThat(interval().orElseThrow()).isLessThan(12); // what came in a slice
    }
  }

  @Test
  void anOpenLoopAboveItsLimitGrowsByTheDifference() {
    perSecond = 300;
    intervals(8);
    limitTo(150);
    intervals(4);
    double before = interval().orElseThrow();
    intervals(19);
    assertThat(interval().orElseThrow() - before).isCloseTo(5 * 150, within(20.0));
  }

  @Test
  void aLimitThatIsKnownAMomentLateIsCountedAllTheSame() {
    depth = 32;
    intervals(8);
    limit = 500;
    interval();
    isKnown = true;
    intervals(4);
    assertThat(interval()).contains(27.0);
    isKnown = false; // it ends later than that
    interval();
    isKnown = true;
    assertThat(interval()).contains(27.0);
  }

  @Test
  void bufferedWritesAreNotTold() {
    depth = 8;
    intervals(8);
    cached = 1 << 20;
    limitTo(100);
    assertThat(interval()).isEmpty();
  }

  @Test
  void withoutATimeWithoutALimitItCannotBeTold() {
    depth = 8;
    limitTo(100);
    assertThat(interval()).isEmpty();
  }

  private void limitTo(double rate) {
    limit = rate;
    isKnown = true;
  }

  private void intervals(int count) {
    for (int i = 0; i < count; i++) {
      interval();
    }
  }

  /** What is in the device at the end of a step of 10 ms is done in the next. */
  private Optional<Double> interval() {
    long asked = 0;
    long passed = 0;
    for (int millis = 0; millis < INTERVAL_MILLIS; millis += 10) {
      due += perSecond * 0.01;
      long more = depth > 0 ? depth - waiting : (long) due;
      due -= depth > 0 ? 0 : more;
      asked += more;
      waiting += more;
      credit = Math.min(credit + limit * 0.01, limit * 0.1);
      long through = (long) Math.min(waiting, credit);
      credit -= through;
      waiting -= through;
      passed += through;
    }
    return held.measure(
        (double) asked * BYTES,
        new Work(passed, 0, (double) passed * BYTES, 0),
        cached,
        INTERVAL_MILLIS / 1e3,
        isKnown);
  }

  @Test
  void whatWasInBeforeTheLimitIsNotHeldByIt() {
    assertThat(told(110, 100, false)).isZero();
    assertThat(told(130, 100, true)).isCloseTo(30, within(1e-9));
    assertThat(told(105, 100, true)).isCloseTo(35, within(1e-9));
  }

  /** A fifth of a sum below that of before is taken back: 20 of 100. */
  @Test
  void whatPassesAndWasNotSeenToBeAskedForIsTakenBackBitByBit() {
    told(100, 100, false);
    assertThat(told(100, 200, true)).isZero();
    assertThat(told(200, 100, true)).isCloseTo(20, within(1e-9));
  }

  /** Of 100,000/s 100 pass between two readings a millisecond apart. */
  @Test
  void whatPassesBetweenTwoReadingsIsNotHeld() {
    told(10, 0, false);
    assertThat(inHalfASecond(50_100, 50_000)).isZero();
    assertThat(inHalfASecond(50_001, 50_000)).isCloseTo(101, within(1e-9));
  }

  /** The sums are 1 to 8: the lower one in the middle is 4. */
  @Test
  void eightIntervalsBeforeTheLimitAreLookedAt() {
    for (int i = 0; i < 8; i++) {
      told(2, 1, false);
    }
    assertThat(told(43, 1, true)).isCloseTo(46, within(1e-9));
  }

  @Test
  void whatStaysWhenTheLimitIsGoneWasNotHeldByIt() {
    for (int i = 0; i < 8; i++) {
      told(100, 100, false);
    }
    assertThat(told(132, 100, true)).isCloseTo(32, within(1e-9));
    told(100, 100, false);
    told(100, 100, false);
    assertThat(told(100, 100, true)).isZero();
  }

  @Test
  void whileNothingPassesTheSizeIsThatOfBefore() {
    told(100, 100, false);
    assertThat(told(32, 0, true)).isCloseTo(32, within(1e-9));
  }

  @Test
  void bufferedWritesMakeWhatWasKnownOfATimeWithoutALimitWorthless() {
    told(100, 100, false);
    Work passed = new Work(100, 0, 100 * BYTES, 0);
    assertThat(held.measure(100 * BYTES, passed, 65_536, 1, false)).contains(0.0);
    assertThat(held.measure(100 * BYTES, passed, 65_537, 1, false)).isEmpty();
    assertThat(held.measure(100 * BYTES, passed, 0, 1, true)).isEmpty();
  }

  private double told(double asked, double passed, boolean isLimited) {
    return held.measure(asked * BYTES, new Work(passed, 0, passed * BYTES, 0), 0, 1, isLimited)
        .orElseThrow();
  }

  private double inHalfASecond(double asked, double passed) {
    return held.measure(asked * BYTES, new Work(passed, 0, passed * BYTES, 0), 0, 0.5, true)
        .orElseThrow();
  }
}
