package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.brick.discipline.DisciplineSpec.Kind;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows how disciplines share a device of fixed speed between closed-loop applications. */
class SharesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long SERVICE_NANOS = 1_000_000;

  @Test
  void equalSharesAtDepths32And1EndWithin52To48UnderSfq() {
    assertThat(partOfFirst(DisciplineSpec.of(Kind.SFQ).withDepth(1), 1, 1, 32, 1))
        .isCloseTo(0.5, within(0.02));
  }

  @ParameterizedTest
  @CsvSource({"3, 0.75", "9, 0.9"})
  void weightsHoldWithinOnePointUnderSfq(double weight, double part) {
    assertThat(partOfFirst(DisciplineSpec.of(Kind.SFQ).withDepth(1), weight, 1, 32, 32))
        .isCloseTo(part, within(0.01));
  }

  @Test
  void aNewWeightCountsAtOnceForWhatWaits() {
    Discipline discipline = DisciplineSpec.of(Kind.SFQ).withDepth(1).create(0, new Random(1));
    Session one = new Session(0, "one", Terms.standard());
    Session other = new Session(1, "other", Terms.standard());
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> SERVICE_NANOS);
    VirtualBrick.Application first = brick.start(one, 1000, 4096, false);
    VirtualBrick.Application second = brick.start(other, 1000, 4096, false);
    brick.runUntil(SECOND);
    one.setTerms(Terms.standard().withShare(3));
    discipline.changed(one, brick.now);
    long before = first.completed;
    long otherBefore = second.completed;
    brick.runUntil(2 * SECOND);
    double part =
        (first.completed - before)
            / (double) (first.completed - before + second.completed - otherBefore);
    assertThat(part).isCloseTo(0.75, within(0.01));
  }

  /** "Quanta 79:21 ... Lottery 80:20", the isolation study, Table 1. */
  @ParameterizedTest
  @CsvSource({"QUANTA, 1", "LOTTERY, 1"})
  void eightyToTwentyHoldsUnderQuantaAndLottery(Kind kind, int depth) {
    assertThat(partOfFirst(DisciplineSpec.of(kind).withDepth(depth), 80, 20, 100, 100))
        .isCloseTo(0.8, within(0.02));
  }

  /** "Quanta-WC 50:50": closed loops empty their queue into a deep device and lose their turn. */
  @Test
  void workConservingQuantaForgetSharesWhenTheDeviceTakesTheWholeQueue() {
    assertThat(partOfFirst(DisciplineSpec.of(Kind.QUANTA_WC).withDepth(64), 80, 20, 16, 16))
        .isCloseTo(0.5, within(0.05));
  }

  @Test
  void quantaLeaveTheDeviceIdleInTheSliceOfAnIdleSession() {
    Discipline discipline = DisciplineSpec.of(Kind.QUANTA).withDepth(4).create(0, new Random(1));
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> SERVICE_NANOS);
    VirtualBrick.Application busy =
        brick.start(new Session(0, "busy", Terms.standard()), 8, 4096, false);
    brick.start(new Session(1, "idle", Terms.standard()), 0, 4096, false);
    brick.runUntil(10 * SECOND);
    assertThat(busy.completed / 10.0).isCloseTo(500, within(20.0));
  }

  /** "100 ms and 1000 ms guarantees: EDF and Facade exact, EDF-WC lower", Figure 3. */
  @ParameterizedTest
  @CsvSource({"EDF, 95, 105", "FACADE, 95, 105", "EDF_WC, 0, 60"})
  void latencyIsWhatWasPromisedUnderEdfAndLessWhenItDoesNotWait(Kind kind, long least, long most) {
    Discipline discipline = DisciplineSpec.of(kind).withDepth(4).create(0, new Random(1));
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> SERVICE_NANOS);
    Terms terms = Terms.standard().withLatencyNanos(100_000_000);
    VirtualBrick.Application load = brick.start(new Session(0, "load", terms), 40, 4096, false);
    brick.runUntil(20 * SECOND);
    assertThat(load.latencyNanos / load.completed / 1_000_000).isBetween(least, most);
  }

  @Test
  void theNearerDeadlineGoesFirst() {
    Discipline discipline = DisciplineSpec.of(Kind.EDF_WC).withDepth(1).create(0, new Random(1));
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> SERVICE_NANOS);
    Terms soon = Terms.standard().withLatencyNanos(10_000_000);
    VirtualBrick.Application patient =
        brick.start(new Session(0, "patient", Terms.standard()), 100, 4096, false);
    VirtualBrick.Application urgent =
        brick.start(new Session(1, "urgent", soon), 1, 4096, false, 5_000_000);
    brick.runUntil(10 * SECOND);
    assertThat(urgent.latencyNanos / urgent.completed).isLessThan(2 * SERVICE_NANOS);
    assertThat(patient.completed + urgent.completed).isGreaterThan(9_900);
  }

  @Test
  void facadeShortensTheDeviceQueueUntilLatencyHolds() {
    Discipline discipline = DisciplineSpec.of(Kind.FACADE).withDepth(64).create(0, new Random(1));
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> SERVICE_NANOS);
    Terms terms = Terms.standard().withLatencyNanos(20_000_000);
    brick.start(new Session(0, "deep", terms), 200, 4096, false);
    brick.runUntil(20 * SECOND);
    assertThat(discipline.outstanding()).isBetween(1, 24);
  }

  private static double partOfFirst(
      DisciplineSpec spec, double weight, double otherWeight, int depth, int otherDepth) {
    Discipline discipline = spec.create(0, new Random(42));
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> SERVICE_NANOS);
    Terms standard = Terms.standard();
    VirtualBrick.Application first =
        brick.start(new Session(0, "first", standard.withShare(weight)), depth, 4096, false);
    VirtualBrick.Application second =
        brick.start(
            new Session(1, "second", standard.withShare(otherWeight)), otherDepth, 4096, false);
    brick.runUntil(60 * SECOND);
    return first.completed / (double) (first.completed + second.completed);
  }
}
