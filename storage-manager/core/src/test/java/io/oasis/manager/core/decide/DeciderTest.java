package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.policy.OasisPolicy;
import io.oasis.manager.core.policy.ProportionalFair;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows how a known capacity of 2,000 cost per second is shared out, and when limits come off. */
class DeciderTest {
  private static final Offset<Double> EXACTLY = within(1e-9);

  /** The capacity, and a third of 3 % besides. */
  private static final double WHOLE = 2_020;

  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, ProportionalFair.NAME);
  private final HeardQueue first = told.queue("first");
  private final HeardQueue second = told.queue("second");
  private Decider decider = new Decider(told.domain, new CapacityMemory(2_000, 0, 2_000));
  private Share one = decider.join(first);
  private Share other = decider.join(second);
  private Pressure pressure = Pressure.RELAXED;

  /** An I/O costs 2. */
  @BeforeEach
  void bothWantMore() {
    told.does(first, Quality.CENSORED, 400);
    told.does(second, Quality.CENSORED, 600);
  }

  private Optional<Decided> decide() {
    told.passes(1);
    told.lun("a", pressure, 1_000, 20, 1);
    told.domain.begin();
    Optional<Decided> decided = decider.decide(told.now());
    told.domain.decided();
    return decided;
  }

  private void nothingIsKnown() {
    decider = new Decider(told.domain, CapacityMemory.NONE);
    one = decider.join(first);
    other = decider.join(second);
  }

  private Share another(String name, double iops) {
    HeardQueue queue = told.queue(name);
    told.does(queue, Quality.CENSORED, iops);
    return decider.join(queue);
  }

  @Test
  void whoWantsMoreHasAFairShareAndALimitALittleAboveIt() {
    Decided decided = decide().orElseThrow();
    assertThat(decided.interval()).isEqualTo(1);
    assertThat(one.target()).isCloseTo(WHOLE / 2, EXACTLY);
    assertThat(one.bound()).isEqualTo(Bound.FAIR_SHARE);
    double has = one.allocation().orElseThrow();
    assertThat(decider.limit(one)).contains(RateBound.ofIops(has * 1.03 / 2));
    assertThat(decider.carried()).contains(2_000.0);
    assertThat(decider.standing().isShort()).isTrue();
    assertThat(decider.standing().price()).isPresent();
    assertThat(decider.standing().intervalsSinceMove()).isZero();
  }

  @Test
  void manyLimitsExceedSharesByLess() {
    another("third", 400);
    another("fourth", 400);
    decide();
    double has = one.allocation().orElseThrow();
    double iops = decider.limit(one).orElseThrow().iops().orElseThrow().perSecond();
    assertThat(iops).isCloseTo(has * 1.015 / 2, within(1e-6));
  }

  @Test
  void whatNothingMovesHasRestedForSoLong() {
    for (int i = 0; i < 8; i++) {
      decide();
    }
    long since = decider.standing().intervalsSinceMove();
    decide();
    decide();
    assertThat(decider.standing().intervalsSinceMove()).isEqualTo(since + 2).isLessThan(10);
    assertThat(decider.standing().reversals()).isZero();
    one.damping.moved(100, 200, 10);
    one.damping.moved(200, 100, 11);
    assertThat(decider.standing().reversals()).isEqualTo(1);
  }

  @Test
  void whereNothingIsKnownNobodyIsLimited() {
    nothingIsKnown();
    assertThat(decide()).isEmpty();
    assertThat(one.isLimited()).isFalse();
    assertThat(one.isAimed()).isTrue();
    assertThat(one.bound()).isEqualTo(Bound.DEMAND);
    assertThat(one.target()).isEqualTo(800);
    assertThat(decider.wouldBe(one)).isEmpty();
    assertThat(decider.standing().isShort()).isFalse();
    assertThat(decider.standing().price()).isEmpty();
  }

  /** Its controller was killed before what it knew was kept. */
  @Test
  void whatAFormerControllerLimitedStaysLimitedForAWhile() {
    nothingIsKnown();
    told.rail(Mode.ENFORCE, ProportionalFair.NAME, ToldDomain.excluded(second));
    one.allocate(100);
    other.allocate(100);
    assertThat(decide()).isEmpty();
    assertThat(one.allocation()).contains(100.0);
    assertThat(other.isLimited()).isFalse();
    assertThat(other.bound()).isEqualTo(Bound.EXCLUDED);
    assertThat(other.target()).isEqualTo(1_200);
  }

  /** It may be about to speak: what it has is kept for it for so long. */
  @Test
  void whatAnAwaitedQueueHasIsNotSharedOut() {
    Share awaited = decider.join(told.queue("awaited"));
    awaited.remember(new QueueMemory(awaited.heard.id(), Optional.of(400.0), 4_096, 1));
    decide();
    assertThat(one.target()).isCloseTo((WHOLE - 400) / 2, EXACTLY);
    assertThat(awaited.isLimited()).isTrue();
    for (int i = 0; i < 5; i++) {
      bothWantMore();
      decide();
    }
    assertThat(awaited.isLimited()).isFalse();
    assertThat(one.target()).isCloseTo(WHOLE / 2, EXACTLY);
  }

  @ParameterizedTest
  @CsvSource({"200, 1620", "990, 101", "1010, 101"})
  void whatAnExcludedQueueTakesIsNotSharedOutUpToAllButATwentieth(double takes, double left) {
    Share excluded = another("excluded", takes);
    told.rail(Mode.ENFORCE, ProportionalFair.NAME, ToldDomain.excluded(excluded.heard));
    decide();
    assertThat(one.target() + other.target()).isCloseTo(left, EXACTLY);
  }

  private void bothWantLittle() {
    told.does(first, Quality.OBSERVED, 300);
    told.does(second, Quality.OBSERVED, 300);
  }

  @Test
  void whereThereIsEnoughNobodyIsLimited() {
    bothWantLittle();
    assertThat(decide().orElseThrow().calm()).isTrue();
    assertThat(one.isLimited()).isFalse();
  }

  @Test
  void limitsComeOffOnceTheyHaveHadNoUseForThirtyIntervals() {
    decide();
    assertThat(one.isLimited()).isTrue();
    for (int i = 1; i < 30; i++) {
      bothWantLittle();
      assertThat(decide().orElseThrow().calm()).as("interval %d", i).isFalse();
      assertThat(one.isLimited()).isTrue();
    }
    bothWantLittle();
    assertThat(decide().orElseThrow().calm()).isTrue();
    assertThat(one.isLimited()).isFalse();
    assertThat(other.isLimited()).isFalse();
  }

  /** 1,890 of 2,020 fit, but leave little. */
  @Test
  void whereLittleIsLeftLimitsStay() {
    told.does(first, Quality.OBSERVED, 450);
    told.does(second, Quality.OBSERVED, 450);
    assertThat(decide().orElseThrow().calm()).isFalse();
    assertThat(one.isLimited()).isTrue();
  }

  @Test
  void whatAnOperatorCapsIsLimitedAlsoWhereThereIsEnough() {
    told.rail(Mode.ENFORCE, ProportionalFair.NAME, ToldDomain.cap(first, 5_000));
    bothWantLittle();
    assertThat(decide().orElseThrow().calm()).isFalse();
    assertThat(one.isLimited()).isTrue();
  }

  @Test
  void aPolicyThatDoesNotSayThatNobodyWaitsKeepsItsLimits() {
    told.rail(Mode.ENFORCE, OasisPolicy.NAME);
    bothWantLittle();
    assertThat(decide().orElseThrow().calm()).isFalse();
  }

  @Test
  void whereNothingIsEnforcedPeopleSeeWhatWouldBe() {
    assertThat(decider.wouldBe(one)).isEmpty();
    told.rail(Mode.SHADOW, ProportionalFair.NAME);
    decide();
    assertThat(one.isLimited()).isFalse();
    double iops = decider.wouldBe(one).orElseThrow().iops().orElseThrow().perSecond();
    assertThat(iops).isCloseTo(WHOLE / 2 * 1.03 / 2, within(1e-6));
    assertThat(decider.wouldBe(decider.join(told.queue("new")))).isEmpty();
  }

  /** 600 and so much of 2,000: who is content with less than the other may have grown. */
  @ParameterizedTest
  @CsvSource({
    "300, 650, RELAXED, ENFORCE, true",
    "300, 649, RELAXED, ENFORCE, false",
    "300, 640, SATURATED, ENFORCE, true",
    "300, 700, SATURATED, SHADOW, false",
    "0, 1000, SATURATED, ENFORCE, false"
  })
  void whetherTheOneIsContentIsTriedOnAFullDevice(
      double content, double presses, Pressure seen, Mode mode, boolean isTried) {
    pressure = seen;
    told.rail(mode, ProportionalFair.NAME);
    told.domain.takeEvents();
    for (int i = 0; i < 9; i++) {
      assertThat(decider.isProbing()).isFalse();
      told.does(first, Quality.OBSERVED, content);
      told.does(second, Quality.CENSORED, presses);
      decide();
    }
    assertThat(decider.isProbing()).isEqualTo(isTried);
    assertThat(told.domain.takeEvents().stream().anyMatch(note -> note.startsWith("probe: ")))
        .isEqualTo(isTried);
    assertThat(decider.interrupt()).isEqualTo(isTried);
    assertThat(decider.isProbing()).isFalse();
    assertThat(decider.interrupt()).isFalse();
  }

  @Test
  void whereAllWantMoreNothingIsTried() {
    pressure = Pressure.SATURATED;
    for (int i = 0; i < 12; i++) {
      decide();
      bothWantMore();
      assertThat(decider.isProbing()).isFalse();
    }
  }

  @Test
  void whereAllAreContentNothingIsTried() {
    pressure = Pressure.SATURATED;
    for (int i = 0; i < 12; i++) {
      told.does(first, Quality.OBSERVED, 450);
      told.does(second, Quality.OBSERVED, 450);
      decide();
      assertThat(decider.isProbing()).isFalse();
    }
  }

  /** An adapter let go of its limit: what it has says nothing of what it would have with one. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void whoIsNotLimitedTellsNoDoubt(boolean isContentOne) {
    for (int i = 0; i < 12; i++) {
      told.does(first, Quality.OBSERVED, 300);
      told.does(second, Quality.CENSORED, 700);
      decide();
      (isContentOne ? one : other).free();
      assertThat(decider.isProbing()).isFalse();
    }
  }

  @Test
  void whatAFoundLimitLetsThroughIsALittleMoreThanItsShare() {
    decider.startFrom(one, 1_030);
    assertThat(one.allocation().orElseThrow()).isCloseTo(1_000, EXACTLY);
    decider.leave(one);
    assertThat(decide().orElseThrow().shares()).containsExactly(other);
  }
}
