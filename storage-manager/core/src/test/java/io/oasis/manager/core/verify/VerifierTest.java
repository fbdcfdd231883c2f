package io.oasis.manager.core.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.policy.Claim;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Decision.QueueDecision;
import io.oasis.protocol.DecisionHeader;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The independent check accepts sound decisions and names what is wrong with others. */
class VerifierTest {
  private static final double UNBOUNDED = Double.POSITIVE_INFINITY;

  @Test
  void aSoundDecisionPasses() {
    assertThat(check(queue("a", 900, 500, 700), queue("b", 100, 500, 300))).isEmpty();
  }

  @Test
  void unequalTargetsWithoutAReasonAreFound() {
    assertThat(check(queue("a", 900, 600, 700), queue("b", 100, 400, 300)))
        .anyMatch(fault -> fault.contains("queue 1: worth more than the price"));
  }

  @Test
  void aStepBeyondTheTargetIsFound() {
    assertThat(check(queue("a", 900, 500, 450), queue("b", 100, 500, 300)))
        .anyMatch(fault -> fault.contains("step leaves the way"));
  }

  @Test
  void aStepThatMakesTheWholeLessFairIsFound() {
    assertThat(check(queue("a", 500, 500, 500), queue("b", 500, 500, 499)))
        .contains("the step lowers the sum of w log x by 0.002002003");
  }

  /** What one gains by its small step does not make up for what another loses by its large one. */
  @Test
  void aSmallGainDoesNotHideALargeLoss() {
    assertThat(check(queue("a", 500, 100, 100), queue("b", 100, 102, 102)))
        .anyMatch(fault -> fault.contains("lowers the sum"));
  }

  @Test
  void aPartOfADecisionCannotBeChecked() {
    QueueDecision half = queue("a", 500, 500, 500);
    assertThat(Verifier.check(decision(false, 1, half)))
        .containsExactly("not a whole decision: only snapshots can be checked");
    assertThat(Verifier.check(decision(true, 2, half))).hasSize(1);
  }

  @Test
  void whoWantsNothingAndGetsNothingIsNoFault() {
    double[] amounts = {0, 1_000};
    List<Claim> claims = List.of(claim(0, 0, UNBOUNDED), claim(UNBOUNDED, 0, UNBOUNDED));
    assertThat(Verifier.check(claims, amounts, amounts, Optional.of(1.0 / 1_000), 1_000)).isEmpty();
  }

  /** The way to a target begins at the reserve, whatever was used of it. */
  @Test
  void aStepBelowTheReserveIsFound() {
    List<Claim> claims = List.of(claim(UNBOUNDED, 300, UNBOUNDED), claim(UNBOUNDED, 0, UNBOUNDED));
    double[] half = {500, 500};
    assertThat(after(claims, half, 300)).isEmpty();
    assertThat(after(claims, half, 299))
        .anyMatch(fault -> fault.startsWith("queue 0: step leaves the way"));
  }

  private static List<String> after(List<Claim> claims, double[] targets, double first) {
    return Verifier.check(claims, targets, new double[] {first, 500}, Optional.of(0.002), 1_000);
  }

  @Test
  void targetsBeyondTheCapacityAreFound() {
    assertThat(check(queue("a", 500, 500, 500), queue("b", 500, 500, 500), queue("c", 1, 500, 1)))
        .anyMatch(fault -> fault.contains("exceed"));
  }

  /** Half of 1,000 each at a price of 1/500, but for what a test says. */
  private static List<String> check(Claim first, double target, double otherTarget) {
    Claim other = claim(UNBOUNDED, 0, UNBOUNDED);
    double[] targets = {target, otherTarget};
    return Verifier.check(List.of(first, other), targets, targets, Optional.of(1.0 / 500), 1_000);
  }

  private static Claim claim(double demand, double reserve, double limit) {
    return new Claim(1, demand, reserve, limit, 0, Optional.empty(), Optional.empty());
  }

  @Test
  void aTargetAboveADemandOrACapIsFound() {
    assertThat(check(claim(400, 0, UNBOUNDED), 400, 500)).noneMatch(f -> f.contains("above its"));
    assertThat(check(claim(400, 0, UNBOUNDED), 401, 500))
        .anyMatch(fault -> fault.contains("queue 0: target above its demand or limit"));
    assertThat(check(claim(UNBOUNDED, 0, 400), 401, 500))
        .anyMatch(fault -> fault.contains("queue 0: target above its demand or limit"));
  }

  @Test
  void aTargetBelowItsFloorIsFound() {
    assertThat(check(claim(UNBOUNDED, 600, UNBOUNDED), 600, 500))
        .noneMatch(fault -> fault.contains("below its reserve"));
    assertThat(check(claim(UNBOUNDED, 600, UNBOUNDED), 599, 500))
        .anyMatch(fault -> fault.contains("queue 0: target below its reserve"));
  }

  /** What a queue does not want is no reason to keep its reserve. */
  @Test
  void aFloorAboveTheDemandBindsNobody() {
    assertThat(check(claim(400, 600, UNBOUNDED), 400, 500))
        .noneMatch(fault -> fault.contains("below its reserve"));
  }

  @Test
  void aTargetBeyondWhatItsPriceBuysIsFoundUnlessItsFloorBinds() {
    assertThat(check(claim(UNBOUNDED, 0, UNBOUNDED), 501, 499))
        .anyMatch(fault -> fault.contains("queue 0: worth less than the price"));
    assertThat(check(claim(UNBOUNDED, 501, UNBOUNDED), 501, 499))
        .noneMatch(fault -> fault.contains("queue 0: worth less than the price"));
  }

  @Test
  void whatNobodyGetsWhileSomebodyPaysIsFound() {
    assertThat(check(claim(400, 0, UNBOUNDED), 400, 500))
        .anyMatch(fault -> fault.contains("leave part of"));
    assertThat(check(claim(UNBOUNDED, 0, UNBOUNDED), 500, 500)).isEmpty();
  }

  @Test
  void allocationsBeyondTheCapacityAreFound() {
    List<Claim> claims = List.of(claim(UNBOUNDED, 0, UNBOUNDED), claim(UNBOUNDED, 0, UNBOUNDED));
    double[] half = {500, 500};
    assertThat(
            Verifier.check(claims, half, new double[] {500, 500.1}, Optional.of(1.0 / 500), 1_000))
        .anyMatch(fault -> fault.contains("allocations of 1000.1"));
    assertThat(
            Verifier.check(claims, half, new double[] {500, 499.9}, Optional.of(1.0 / 500), 1_000))
        .noneMatch(fault -> fault.contains("allocations of"));
  }

  private static List<String> check(QueueDecision... queues) {
    return Verifier.check(decision(true, queues.length, queues));
  }

  private static Decision decision(boolean snapshot, int total, QueueDecision... queues) {
    return new Decision(
        new DecisionHeader(
            new DomainId("d"), new Version(1, 1), Instant.EPOCH, Mode.ENFORCE, "proportional-fair"),
        "0",
        new CapacityEstimate(
            0, Optional.empty(), 0, Optional.empty(), 1, true, CapacityEstimate.Source.KNEE, 0),
        new Decision.Certificate(1_000, Optional.of(1.0 / 500), 0),
        snapshot,
        total,
        List.of(queues),
        List.of());
  }

  private static QueueDecision queue(String name, double before, double target, double after) {
    return new QueueDecision(
        QueueId.parse("h:/" + name + "|l"),
        new Decision.Terms(1, 0, Optional.empty()),
        new Decision.Need(Demand.Quality.CENSORED, Optional.empty(), before),
        new Decision.Step(Optional.of(before), target, Optional.of(after), Optional.empty()),
        new Decision.Why(Bound.FAIR_SHARE, Bound.STEP, "test"));
  }
}
