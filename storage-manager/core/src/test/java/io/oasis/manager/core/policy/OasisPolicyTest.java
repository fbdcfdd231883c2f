package io.oasis.manager.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.oasis.protocol.Decision.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Algorithm 1 and the damping of OASIS, sections 3.4.1 and 3.4.3. */
class OasisPolicyTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final Optional<Double> NONE = Optional.empty();
  private final OasisPolicy policy = new OasisPolicy();

  /** "if A_P = U_P ... allocate B units of bandwidth to P" (a damped part of what is missing). */
  @Test
  void whoUsesAllItHasIsGivenMoreAndNobodyLoses() {
    double[] amounts = decide(claim(100, 100, Optional.of(300.0)), claim(200, 50, NONE));
    assertThat(amounts[0]).isBetween(100.0, 300.0);
    assertThat(amounts[1]).isEqualTo(200);
  }

  /** "revoke A_i - A_i / A * U from all appns. except P". */
  @Test
  void whenTheSystemIsConstrainedAllOthersAreRevokedInProportion() {
    double[] amounts =
        decide(claim(300, 200, Optional.of(400.0)), claim(500, 350, NONE), claim(200, 150, NONE));
    double allocated = 1_000;
    double used = 700;
    assertThat(amounts[0]).isEqualTo(300);
    assertThat(amounts[1]).isCloseTo(500 - (500 - 500 / allocated * used), within(1e-9));
    assertThat(amounts[2]).isCloseTo(200 - (200 - 200 / allocated * used), within(1e-9));
  }

  /** "it revokes bandwidth from each application but does not allocate ... to any application". */
  @Test
  void theAggregateChangeOfARevocationIsNeverPositive() {
    SplittableRandom random = new SplittableRandom(7);
    for (int run = 0; run < 2_000; run++) {
      List<Claim> claims = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(20); i++) {
        double has = 1 + random.nextDouble() * 1_000;
        claims.add(
            claim(
                has,
                StrictMath.max(0, has * random.nextDouble() * 0.9 - OasisPolicy.ONE_IO),
                i == 0 && has > OasisPolicy.ONE_IO ? Optional.of(has * 2) : NONE));
      }
      double[] after = decide(claims.toArray(new Claim[0]));
      double change = 0;
      for (int i = 0; i < after.length; i++) {
        double has = claims.get(i).holding();
        change += (after[i] - has) / has;
      }
      assertThat(change).as("run %d of seed 7", run).isLessThanOrEqualTo(1e-9);
    }
  }

  /**
   * "If the allocation to demand ratio of an application is high, then the application will receive
   * a lot less resources than if the application's allocation to demand ratio is low."
   */
  @Test
  void aHighRatioOfAllocationToDemandYieldsALotLess() {
    double atTenth = OasisPolicy.damped(10, 100) / 90;
    double atNineTenths = OasisPolicy.damped(90, 100) / 10;
    assertThat(atNineTenths).isLessThan(0.6 * atTenth);
    assertThat(OasisPolicy.damped(90, 100)).isLessThan(OasisPolicy.damped(10, 100) / 10);
  }

  /**
   * Section 4.2, responsiveness: 80 IOPS wanted, 8 granted at first; the rest within 3 requests.
   */
  @Test
  void anAllocationOfEightReachesItsDemandOfEightyInThreeRequests() {
    double has = 8;
    for (int request = 0; request < 3; request++) {
      has = decide(claim(has, has, Optional.of(80.0)))[0];
      assertThat(has).isLessThanOrEqualTo(80 * (1 + OasisPolicy.LEAST_STEP));
    }
    assertThat(has).isGreaterThanOrEqualTo(0.95 * 80);
  }

  /** Requests of one decision are each answered from what all had before it. */
  @Test
  void theOrderOfRequestsDecidesNothing() {
    SplittableRandom random = new SplittableRandom(3);
    for (int run = 0; run < 2_000; run++) {
      List<Claim> claims = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(8); i++) {
        double has = 1 + random.nextDouble() * 1_000;
        double uses = random.nextBoolean() ? has : has * random.nextDouble();
        double limit = random.nextInt(3) == 0 ? has * 1.2 * random.nextDouble() : INF;
        Optional<Double> wants =
            Optional.of(has * 3 * random.nextDouble()).filter(_ -> random.nextInt(3) > 0);
        claims.add(new Claim(1, INF, 0, limit, uses, Optional.of(has), wants));
      }
      Targets.Found found = (Targets.Found) policy.decide(new Problem(claims, 1_000));
      Targets.Found back = (Targets.Found) policy.decide(new Problem(claims.reversed(), 1_000));
      for (int i = 0; i < claims.size(); i++) {
        int last = claims.size() - 1 - i;
        assertThat(found.amounts()[i])
            .as("run %d of seed 3", run)
            .isCloseTo(back.amounts()[last], withinPercentage(1e-6));
        assertThat(found.bounds().get(i)).isEqualTo(back.bounds().get(last));
        boolean isCapped = found.amounts()[i] == claims.get(i).limit();
        assertThat(found.bounds().get(i)).isEqualTo(isCapped ? Bound.LIMIT : Bound.RULE);
      }
    }
  }

  /** Two that lack what they have: all that is allocated becomes what is used, and no less. */
  @Test
  void whatTwoRequestsRevokeIsRevokedOnce() {
    double[] amounts =
        decide(
            claim(60, 50, Optional.of(70.0)),
            claim(60, 40, Optional.of(70.0)),
            claim(30, 30, NONE));
    assertThat(amounts[0]).isCloseTo(48, within(1e-9));
    assertThat(amounts[1]).isCloseTo(48, within(1e-9));
    assertThat(amounts[2]).isCloseTo(24, within(1e-9));
  }

  /** "System resource-constrained": what one request shows holds for all of the same decision. */
  @Test
  void nobodyIsGivenMoreWhereAnotherLacksWhatItHas() {
    double[] amounts = decide(claim(60, 60, Optional.of(70.0)), claim(60, 30, Optional.of(70.0)));
    assertThat(amounts[0]).isCloseTo(45, within(1e-9));
    assertThat(amounts[1]).isCloseTo(45, within(1e-9));
  }

  @Test
  void whoUsesNinetyFivePercentUsesAll() {
    assertThat(decide(claim(100, 95, Optional.of(200.0)), claim(100, 10, NONE))[0]).isEqualTo(175);
    assertThat(decide(claim(100, 94, Optional.of(200.0)), claim(100, 10, NONE))[0]).isEqualTo(100);
  }

  /**
   * Seven of eight I/Os in a second are all that a limit of 8 IOPS lets through in some seconds.
   */
  @Test
  void oneIoLessThanAFewIsAllOfThem() {
    assertThat(OasisPolicy.usesAll(7, 8)).isTrue();
    assertThat(OasisPolicy.usesAll(6, 8)).isFalse();
  }

  /** Less than the dead band is never pushed, and the queue would grow for ever. */
  @Test
  void anAllocationThatIsAlmostEnoughIsMadeEnough() {
    assertThat(decide(claim(98, 98, Optional.of(100.0)))[0]).isGreaterThan(100);
  }

  @Test
  void nothingIsRevokedWhereNothingIsUsed() {
    assertThat(decide(claim(100, 0, Optional.of(200.0)), claim(50, 0, NONE)))
        .containsExactly(100, 50);
    assertThat(OasisPolicy.damped(0, 0)).isZero();
  }

  private double[] decide(Claim... claims) {
    return ((Targets.Found) policy.decide(new Problem(List.of(claims), 1_000))).amounts();
  }

  private static Claim claim(double has, double uses, Optional<Double> requests) {
    return new Claim(1, INF, 0, INF, uses, Optional.of(has), requests);
  }
}
