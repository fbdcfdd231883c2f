package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.policy.Claim;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shows what queues are taken to want and to be promised, and how much of the margins of observed
 * demands is given out a second time.
 */
class ClaimsTest {
  private static final double COST = 2;
  private static final double CAPACITY = 1_000;

  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, "default");

  private double demand(Share share) {
    return claims(share).getFirst().demand();
  }

  private static List<Claim> claims(Share... shares) {
    return Claims.of(List.of(shares), CAPACITY);
  }

  /** Wants so much cost per second since the last decision. */
  private Share share(double wanted) {
    Share share = new Share(told.queue("a"));
    share.demandUsed = Optional.of(wanted);
    return share;
  }

  private void wants(Share share, double iops) {
    told.does(share.heard, Quality.OBSERVED, iops);
  }

  @Test
  void anObservedDemandHasRoomToGrow() {
    Share share = new Share(told.queue("a"));
    wants(share, 100);
    assertThat(demand(share)).isCloseTo(210, within(1e-9));
    assertThat(share.demandUsed).contains(210.0);
  }

  @Test
  void aSmallOneHasRoomForAnIoMore() {
    Share share = new Share(told.queue("a"));
    wants(share, 10);
    assertThat(Claims.of(List.of(share), 100).getFirst().demand()).isCloseTo(22, within(1e-9));
  }

  /** 8 I/Os of 2 and one more are nine tenths of 20. */
  @Test
  void whatFallsByATenthIsTheSame() {
    Share same = share(20);
    wants(same, 8);
    assertThat(Claims.of(List.of(same), 100).getFirst().demand()).isEqualTo(20);
    Share less = share(20.1);
    wants(less, 8);
    assertThat(Claims.of(List.of(less), 100).getFirst().demand()).isCloseTo(18, within(1e-9));
  }

  @Test
  void whatGrowsIsTakenAtOnceAndWhatFallsByHalfAnInterval() {
    Share share = share(1_000);
    wants(share, 100);
    assertThat(demand(share)).isCloseTo(500, within(1e-9));
    assertThat(demand(share)).isCloseTo(250, within(1e-9));
    assertThat(demand(share)).as("less than a tenth more").isCloseTo(210, within(1e-9));
    wants(share, 300);
    assertThat(demand(share)).isCloseTo(630, within(1e-9));
  }

  @Test
  void aPauseOfOneIntervalIsNotTheEnd() {
    Share share = share(400);
    wants(share, 0);
    assertThat(demand(share)).isCloseTo(200, within(1e-9));
    wants(share, 0);
    assertThat(demand(share)).as("a part of an equal share, to start from").isEqualTo(40);
  }

  /** Its I/Os may only wait: what was known of it is stale, not over. */
  @Test
  void whoStillWantsSomethingDoesNotPause() {
    Share share = share(400);
    told.wants(share.heard, Quality.STALE, 0, 50);
    told.wants(share.heard, Quality.STALE, 0, 50);
    assertThat(demand(share)).isCloseTo(200, within(1e-9));
  }

  @Test
  void whoIsHeldBackWantsWithoutBound() {
    Share share = share(400);
    told.does(share.heard, Quality.CENSORED, 100);
    assertThat(demand(share)).isInfinite();
  }

  /** Held back until now it wanted at least what it had or used, whichever was more. */
  @Test
  void whoIsHeldBackNoMoreFallsFromWhatItHad() {
    Share limited = share(Double.POSITIVE_INFINITY);
    wants(limited, 100);
    limited.allocate(600);
    assertThat(demand(limited)).isCloseTo(300, within(1e-9));
    Share free = share(Double.POSITIVE_INFINITY);
    told.wants(free.heard, Quality.OBSERVED, 400, 100);
    assertThat(demand(free)).isCloseTo(400, within(1e-9));
  }

  /** 4 % of an equal share of 500; of a small capacity never less than 4. */
  @Test
  void whoIsNotHeardOfKeepsALittleToStartFrom() {
    Share one = new Share(told.queue("a"));
    Share other = new Share(told.queue("b"));
    assertThat(claims(one, other)).extracting(Claim::demand).containsExactly(20.0, 20.0);
    assertThat(Claims.of(List.of(one), 1).getFirst().demand()).isEqualTo(Claims.LEAST);
  }

  @Test
  void whoWantsNothingKeepsTheSameWhateverTheSizeOfItsIos() {
    Share share = new Share(told.queue("a"));
    share.remember(
        new QueueMemory(share.heard.id(), Optional.empty(), 8 * ToldDomain.BYTES, 1)); // 9 each
    wants(share, 0);
    assertThat(Claims.of(List.of(share), 1).getFirst().demand()).isEqualTo(Claims.LEAST);
  }

  @Test
  void aClaimSaysWhatTheQueueHasUsesAndAsksFor() {
    Share share = new Share(told.queue("a"));
    Request plain = ToldDomain.request(share.heard, Quality.CENSORED, 100, 100);
    told.takes(
        share.heard,
        new Request(
            plain.application(),
            plain.sample(),
            plain.demand(),
            Optional.of(Bandwidth.of(150, 150 * ToldDomain.BYTES)),
            Optional.empty()));
    share.allocate(220);
    assertThat(claims(share))
        .containsExactly(
            new Claim(
                1,
                Double.POSITIVE_INFINITY,
                0,
                Double.POSITIVE_INFINITY,
                200,
                Optional.of(220.0),
                Optional.of(300.0)));
    assertThat(share.cap()).isInfinite();
  }

  /** Two queues share what their group is promised, and never get more than its limit. */
  private List<Share> group(RateBound reserve, RateBound limit, double first, double second) {
    GuardRail rail =
        new GuardRail(
            Scope.GROUP, "h:/", Optional.of(2.0), Optional.of(reserve), Optional.of(limit), false);
    told.rail(Mode.ENFORCE, "default", rail);
    Share one = new Share(told.queue("a"));
    Share other = new Share(told.queue("b"));
    if (first + second > 0) {
      told.does(one.heard, Quality.CENSORED, first);
      told.does(other.heard, Quality.CENSORED, second);
    }
    return List.of(one, other);
  }

  @Test
  void whatAGroupWasGivenIsSharedByUsage() {
    List<Share> group = group(RateBound.ofIops(100), RateBound.ofIops(400), 30, 10);
    List<Claim> claims = Claims.of(group, CAPACITY);
    assertThat(claims).extracting(Claim::weight).containsExactly(2.0, 2.0);
    assertThat(claims).extracting(Claim::reserve).containsExactly(150.0, 50.0);
    assertThat(claims).extracting(Claim::limit).containsExactly(600.0, 200.0);
    assertThat(group).extracting(Share::reserve).containsExactly(150.0, 50.0);
    assertThat(group).extracting(Share::cap).containsExactly(600.0, 200.0);
  }

  /** Nobody knows yet how large its I/Os are: bytes are counted as I/Os of 128 KiB. */
  @Test
  void whatAGroupWasGivenIsSharedEvenlyWhileNothingIsUsed() {
    RateBound reserve = RateBound.ofBytesPerSecond(100 * ToldDomain.BYTES);
    RateBound limit = RateBound.ofBytesPerSecond(400 * ToldDomain.BYTES);
    List<Claim> claims = Claims.of(group(reserve, limit, 0, 0), CAPACITY);
    assertThat(claims).extracting(Claim::reserve).containsExactly(100.0, 100.0);
    assertThat(claims).extracting(Claim::limit).containsExactly(400.0, 400.0);
  }

  /** A reserve in bytes may be more than a limit in I/Os lets through. */
  @Test
  void aReserveIsNeverMoreThanTheLimit() {
    RateBound reserve = RateBound.ofBytesPerSecond(500 * ToldDomain.BYTES);
    List<Claim> claims = Claims.of(group(reserve, RateBound.ofIops(400), 30, 10), CAPACITY);
    assertThat(claims).extracting(Claim::reserve).containsExactly(600.0, 200.0);
  }

  /** Each leaves 5 of 105: a hundred of them leave 100 less two deviations of 10, times 5. */
  @Test
  void manyMarginsLeaveAllButTwoOfTheirDeviations() {
    double spare = Claims.spareMargin(queues(100, Quality.OBSERVED, 100, 105), 1e6);
    assertThat(spare).isCloseTo(80 * 5 * COST, within(1e-6));
  }

  @Test
  void fewMarginsLeaveNothingForTheyMayAllBeUsedAtOnce() {
    for (int count = 0; count <= 4; count++) {
      double spare = Claims.spareMargin(queues(count, Quality.OBSERVED, 100, 105), 1e6);
      assertThat(spare).as("%d queues", count).isZero();
    }
  }

  @Test
  void noMoreThanSevenPercentOfTheCapacityIsGivenOutTwice() {
    double capacity = 1_000 * COST;
    double spare = Claims.spareMargin(queues(100, Quality.OBSERVED, 100, 105), capacity);
    assertThat(spare).isCloseTo(0.07 * capacity, within(1e-6));
  }

  @Test
  void whoWantsMoreOrGetsLittleOfItsDemandLeavesNothing() {
    assertThat(Claims.spareMargin(queues(100, Quality.CENSORED, 100, 105), 1e6)).isZero();
    assertThat(Claims.spareMargin(queues(100, Quality.STALE, 100, 105), 1e6)).isZero();
    assertThat(Claims.spareMargin(queues(100, Quality.OBSERVED, 79, 100), 1e6)).isZero();
    assertThat(Claims.spareMargin(queues(100, Quality.OBSERVED, 80, 100), 1e6)).isPositive();
    assertThat(Claims.spareMargin(queues(100, Quality.OBSERVED, 110, 105), 1e6)).isZero();
  }

  private List<Share> queues(int count, Quality quality, double used, double taken) {
    List<Share> queues = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      HeardQueue queue = told.does(told.queue("q" + i), quality, used);
      Share share = new Share(queue);
      share.demandUsed = Optional.of(taken * COST);
      queues.add(share);
    }
    return queues;
  }
}
