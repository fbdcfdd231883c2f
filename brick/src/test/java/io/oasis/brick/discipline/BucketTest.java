package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows when a bucket of ten tokens a second next holds one: 100 ms each, eight may gather. */
class BucketTest {
  private static final long MILLI = 1_000_000L;

  private static Bucket bucket(double waitingMillis) {
    return new Bucket(10, 8, waitingMillis * MILLI, 0);
  }

  @Test
  void whatIsNotThereIsOwed() {
    Bucket bucket = bucket(0);
    bucket.take(2, 0);
    assertThat(bucket.tokenNanos()).isEqualTo(200.0 * MILLI);
  }

  @Test
  void atTwiceTheRateWhatIsOwedIsPaidInHalfTheTime() {
    Bucket bucket = bucket(0);
    bucket.take(2, 0);
    bucket.setRate(20, 100 * MILLI);
    assertThat(bucket.tokenNanos()).isEqualTo(150.0 * MILLI);
  }

  @Test
  void anotherRateLeavesWhatHasGathered() {
    Bucket bucket = bucket(0);
    bucket.setRate(20, 1_000 * MILLI);
    assertThat(bucket.tokenNanos()).isZero();
  }

  @Test
  void noMoreThanEightGatherWhileNobodyWaits() {
    Bucket bucket = bucket(1_000);
    bucket.rested(5_000 * MILLI);
    assertThat(bucket.tokenNanos()).isEqualTo(4_300.0 * MILLI);
  }

  @Test
  void thoseOfASecondGatherWhileSomebodyWaits() {
    Bucket bucket = bucket(1_000);
    bucket.take(1, 5_000 * MILLI);
    assertThat(bucket.tokenNanos()).isEqualTo(4_100.0 * MILLI);
  }

  @Test
  void surplusTakesWhatIsThereAndTheNextTokenAtMost() {
    Bucket bucket = bucket(0);
    bucket.takeAvailable(1, 1_000 * MILLI);
    assertThat(bucket.tokenNanos()).isEqualTo(400.0 * MILLI);
    bucket.takeAvailable(20, 1_000 * MILLI);
    assertThat(bucket.tokenNanos()).isEqualTo(1_100.0 * MILLI);
  }

  @Test
  void surplusNeitherAddsToADebtNorForgivesIt() {
    Bucket bucket = bucket(0);
    bucket.take(5, 0);
    bucket.takeAvailable(1, 0);
    assertThat(bucket.tokenNanos()).isEqualTo(500.0 * MILLI);
  }
}
