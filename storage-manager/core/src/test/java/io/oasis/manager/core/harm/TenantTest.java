package io.oasis.manager.core.harm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.QueueId;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a tenant did without limits, and when what it does now may be held against that. */
class TenantTest {
  private static final double BYTES = 4_096;
  private static final double MICROS = 1_000;

  private final Tenant tenant = new Tenant(QueueId.parse("h:/a|lun"));

  /** As many I/Os as it costs. */
  private void did(double cost, double bytes, double micros) {
    tenant.did(cost, 1_000, cost, cost * bytes, micros);
  }

  private void learn(int intervals, double cost) {
    for (int i = 0; i < intervals; i++) {
      did(cost, BYTES, MICROS);
      tenant.learn();
    }
  }

  private void watch(double cost, double bytes, double micros) {
    did(cost, bytes, micros);
    tenant.watch();
  }

  @Test
  void sixtyIntervalsFromItsFirstIoOnMakeABaseline() {
    learn(100, 0);
    assertThat(tenant.isKnown()).isFalse();
    learn(1, 100);
    learn(58, 0);
    assertThat(tenant.isKnown()).isFalse();
    learn(1, 0);
    assertThat(tenant.isKnown()).isTrue();
  }

  @Test
  void aBaselineIsTheMean() {
    learn(1, 100);
    learn(1, 300);
    assertThat(tenant.usualCost()).isEqualTo(200);
    learn(2, 400);
    assertThat(tenant.usualCost()).isCloseTo(300, within(1e-9));
  }

  /** 30,000 I/Os count as 15,000 then, of which 160 are more than one in a hundred. */
  @Test
  void whatIsOlderThanThreeHundredIntervalsCountsHalf() {
    learn(299, 100);
    assertThat(usualP99With160Slow()).as("160 of 30,060").isLessThan(1_120);
  }

  @Test
  void whatIsThreeHundredIntervalsOldCountsHalf() {
    learn(300, 100);
    assertThat(usualP99With160Slow()).as("160 of 15,160").isGreaterThan(44_000);
  }

  private double usualP99With160Slow() {
    did(160, BYTES, 50_000);
    tenant.learn();
    return tenant.usualP99();
  }

  @Test
  void aWindowIsTheMeanOfWhatWasWatchedSinceItWasCleared() {
    watch(500, BYTES, 50_000);
    tenant.clearWindow();
    assertThat(tenant.windowCost()).isZero();
    assertThat(tenant.windowP99()).isZero();
    assertThat(tenant.wasActive()).isFalse();
    watch(100, BYTES, MICROS);
    watch(300, BYTES, MICROS);
    assertThat(tenant.windowCost()).isEqualTo(200);
    assertThat(tenant.windowP99()).isCloseTo(MICROS, Percentage.withPercentage(12));
    assertThat(tenant.wasActive()).isTrue();
  }

  @Test
  void whoIsGoneDoesNothing() {
    did(100, BYTES, MICROS);
    assertThat(tenant.isActive()).isTrue();
    tenant.isGone();
    assertThat(tenant.isActive()).isFalse();
    tenant.watch();
    assertThat(tenant.windowCost()).isZero();
  }

  @Test
  void whatWasSeenBecomesTheBaseline() {
    learn(60, 1_000);
    watch(400, 8 * BYTES, 50_000);
    watch(200, 8 * BYTES, 50_000);
    assertThat(tenant.isOtherKind()).isTrue();
    tenant.rebase();
    assertThat(tenant.usualCost()).isEqualTo(300);
    assertThat(tenant.isOtherKind()).isFalse();
    assertThat(tenant.usualP99()).isEqualTo(tenant.windowP99());
  }

  @Test
  void whereNothingWasSeenTheBaselineStays() {
    learn(60, 1_000);
    tenant.rebase();
    assertThat(tenant.usualCost()).isEqualTo(1_000);
    watch(0, BYTES, 0);
    tenant.rebase();
    assertThat(tenant.usualCost()).isEqualTo(1_000);
    assertThat(tenant.usualP99()).isGreaterThan(0);
  }

  @ParameterizedTest
  @CsvSource({"9000, false", "9001, true", "4000, false", "3999, true"})
  void ioOfMoreThanHalfAgainTheSizeIsOfAnotherKind(double bytes, boolean other) {
    for (int i = 0; i < 60; i++) {
      did(i == 30 ? 0 : 1_000, 6_000, MICROS);
      tenant.learn();
    }
    watch(1_000, bytes, MICROS);
    assertThat(tenant.isOtherKind()).isEqualTo(other);
  }

  /** It did 1,000: from 500 to 1,200 are about as much, and 950 are as good as nothing taken. */
  @ParameterizedTest
  @CsvSource({
    "1000, 950, true",
    "1000, 949, false",
    "1200, 1000, true",
    "1201, 1000, false",
    "500, 1000, true",
    "499, 1000, false",
    "0, 1000, false"
  })
  void itsLatencyIsComparedWhereItDoesAboutWhatItDid(
      double cost, double target, boolean comparable) {
    learn(60, 1_000);
    tenant.did(cost, target, cost, cost * BYTES, MICROS);
    tenant.watch();
    assertThat(tenant.isComparable()).isEqualTo(comparable);
  }

  @Test
  void withoutABaselineOrWithOtherIoNothingIsCompared() {
    learn(59, 1_000);
    watch(1_000, BYTES, MICROS);
    assertThat(tenant.isComparable()).isFalse();
    learn(1, 1_000);
    assertThat(tenant.isComparable()).isTrue();
    tenant.clearWindow();
    watch(1_000, 2 * BYTES, MICROS);
    assertThat(tenant.isComparable()).isFalse();
  }
}
