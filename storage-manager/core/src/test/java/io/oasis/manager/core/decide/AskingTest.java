package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.law.CausalLaw;
import io.oasis.manager.core.law.EvenParts;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Flow;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.QueueSample.LatencySource;
import io.oasis.protocol.RateBound;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shows what is made of limits that are asked for, by the law that divides evenly. */
class AskingTest {
  /** Parts are measured again after so many intervals. */
  private static final int PARTS = 60;

  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, EvenParts.NAME);
  private final Asking asking = new Asking(told.domain, CapacityMemory.NONE);
  private final HeardQueue deep = told.queue("deep");
  private final HeardQueue small = told.queue("small");
  private final Share one = asking.join(deep);
  private final Share other = asking.join(small);
  private final Set<HeardQueue> silent = new HashSet<>();
  private double outstanding = 20;

  /** 600 and 400 I/Os per second, each of which costs 2, of a device with a queue. */
  private Decided decide() {
    told.passes(1);
    told.adapter(ToldDomain.ADAPTER, Placement.ABOVE_COUNTERS);
    for (HeardQueue queue : told.domain.queues()) {
      double iops = queue == deep ? 600 : 400;
      if (!silent.contains(queue)) {
        told.asks(queue, iops, iops, 10, Optional.of(0.0));
      }
    }
    told.lun("a", 1_000, outstanding);
    told.domain.begin();
    Decided decided = asking.decide(told.now()).orElseThrow();
    told.domain.decided();
    return decided;
  }

  private Decided decide(int intervals) {
    Decided last = decide();
    for (int i = 1; i < intervals; i++) {
      last = decide();
    }
    return last;
  }

  private Optional<Double> iops(Share share) {
    return asking.limit(share).flatMap(RateBound::iops).map(iops -> iops.perSecond());
  }

  /** A device of 1,000 I/Os per second is divided once they stood for two seconds. */
  @Test
  void whatIsAskedInIosIsHeldInCost() {
    Decided first = decide();
    assertThat(one.isLimited()).isFalse();
    assertThat(first.interval()).isEqualTo(1);
    assertThat(first.policy()).isEqualTo(EvenParts.NAME);
    assertThat(first.targets().amounts()).as("what they use").containsExactly(1_200, 800);
    assertThat(first.problem().claims().getFirst().demand()).isEqualTo(1_200);
    Decided second = decide();
    assertThat(second.interval()).isEqualTo(2);
    assertThat(iops(one)).contains(500.0);
    assertThat(iops(other)).contains(500.0);
    assertThat(one.allocation()).contains(1_000.0);
    assertThat(second.targets().amounts()).containsExactly(1_000, 1_000);
    assertThat(second.targets().bounds()).containsOnly(Bound.FAIR_SHARE);
    assertThat(second.problem().claims().getFirst().demand()).isInfinite();
    assertThat(second.problem().capacity()).isEqualTo(2_000);
    assertThat(second.step().amounts()).containsExactly(1_000, 1_000);
    assertThat(second.shares()).containsExactly(one, other);
    assertThat(one.target()).isEqualTo(1_000);
    assertThat(told.domain.takeEvents()).containsExactly("asked: all 1000 divided by 2");
  }

  @Test
  void peopleSeeHowMuchThereIsOnceThereIsTooLittle() {
    decide();
    assertThat(asking.carried()).isEmpty();
    assertThat(asking.capacity(told.now()).saturated()).isFalse();
    assertThat(asking.standing().isShort()).isFalse();
    decide();
    assertThat(asking.carried()).contains(2_000.0);
    assertThat(asking.memory().center()).isEqualTo(2_000);
    assertThat(asking.capacity(told.now()).saturated()).isTrue();
    double upper = asking.capacity(told.now()).upperCostPerSecond().orElseThrow();
    assertThat(asking.capacity(told.now()).upperIops()).contains(upper / 2);
    assertThat(asking.standing().isShort()).isTrue();
  }

  @Test
  void whatAFormerControllerKnewIsShownFromTheStart() {
    Asking next = new Asking(told.domain, new CapacityMemory(700, 0, 700));
    assertThat(next.carried()).contains(700.0);
  }

  /** Parts are let go after a minute, and divided anew after three seconds. */
  @Test
  void movesAreCountedToAndFro() {
    decide(2);
    assertThat(asking.standing().intervalsSinceMove()).isZero();
    decide(3);
    assertThat(asking.standing().intervalsSinceMove()).isEqualTo(3);
    assertThat(asking.standing().reversals()).isZero();
    decide(PARTS - 3);
    assertThat(one.isLimited()).isFalse();
    assertThat(asking.standing().intervalsSinceMove()).isZero();
    assertThat(asking.standing().reversals()).as("both were moved back").isEqualTo(2);
    decide(2);
    assertThat(asking.standing().intervalsSinceMove()).isEqualTo(2);
    decide();
    assertThat(iops(one)).contains(500.0);
    assertThat(asking.standing().reversals()).isEqualTo(4);
  }

  /** What is asked stays 500 I/Os, of which each costs a little more. */
  @Test
  void aLimitInCostFollowsTheSizeOfIosButNotEachLittleChange() {
    decide(2);
    sizes(1.003);
    assertThat(one.allocation()).as("0.05 % more").contains(1_000.0);
    sizes(1.03);
    double more = one.allocation().orElseThrow();
    assertThat(more).as("0.5 % more").isBetween(1_004.0, 1_006.0);
    assertThat(asking.standing().intervalsSinceMove()).as("no move").isEqualTo(2);
    sizes(1.4);
    assertThat(one.allocation().orElseThrow()).as("7 % more").isBetween(1_050.0, 1_080.0);
    assertThat(asking.standing().intervalsSinceMove()).isZero();
    assertThat(iops(one)).contains(500.0);
  }

  /** An interval in which all I/Os are so many times as large. */
  private void sizes(double factor) {
    told.passes(1);
    told.adapter(ToldDomain.ADAPTER, Placement.ABOVE_COUNTERS);
    told.asks(deep, sample(600, factor));
    told.asks(small, sample(400, factor));
    told.lun("a", 1_000, 20);
    told.domain.begin();
    asking.decide(told.now());
  }

  private static QueueSample sample(double iops, double factor) {
    Flow reads = new Flow(iops, iops, iops * factor * ToldDomain.BYTES, 100);
    return new QueueSample(reads, Flow.NONE, 10, Optional.of(0.0), LatencySource.LUN);
  }

  @Test
  void whatWasMeasuredHadTheLimitsOfItsInterval() {
    told.limit(deep, 450);
    decide();
    assertThat(deep.limitBefore()).isEqualTo(RateBound.ofIops(450));
  }

  @Test
  void whoseAgentIsSilentIsLimitedNoMore() {
    decide(2);
    silent.add(small);
    decide(6);
    assertThat(other.isLimited()).isFalse();
  }

  /** While parts are measured nothing is limited; that ends where nothing can be measured. */
  @Test
  void whatIsTriedForAMomentEndsWhereNothingIsHeard() {
    decide(2);
    assertThat(asking.interrupt()).as("nothing is tried").isFalse();
    assertThat(iops(one)).contains(500.0);
    decide(PARTS);
    assertThat(one.isLimited()).isFalse();
    assertThat(asking.interrupt()).isTrue();
    assertThat(iops(one)).contains(500.0);
    assertThat(one.allocation()).contains(1_000.0);
    assertThat(asking.interrupt()).as("once").isFalse();
  }

  /** Its agent is gone, and its adapter may be: an operator's cap is for who is there. */
  @Test
  void whoIsSilentIsNotCappedWhereSomethingEnds() {
    HeardQueue third = told.queue("third");
    Share capped = asking.join(third);
    told.rail(Mode.ENFORCE, EvenParts.NAME, ToldDomain.cap(third, 100));
    decide(2);
    assertThat(iops(capped)).contains(100.0);
    silent.add(third);
    decide(PARTS);
    assertThat(capped.isLimited()).isFalse();
    assertThat(asking.interrupt()).isTrue();
    assertThat(capped.isLimited()).isFalse();
  }

  @Test
  void aLimitThatIsFoundInForceIsWhereItGoesOnFrom() {
    decide();
    asking.startFrom(one, 600);
    assertThat(one.allocation()).contains(600.0);
    assertThat(iops(one)).contains(300.0);
  }

  @Test
  void whereNothingIsEnforcedNothingIsTakenOver() {
    told.rail(Mode.SHADOW, EvenParts.NAME);
    decide();
    asking.startFrom(one, 600);
    assertThat(one.isLimited()).isFalse();
  }

  /** What was divided before a pause of enforcing says nothing of a device that is idle by now. */
  @Test
  void whoeverEnforcesAgainMeasuresAnew() {
    decide(2);
    told.rail(Mode.SHADOW, EvenParts.NAME);
    outstanding = 0.5;
    decide();
    assertThat(one.isLimited()).isFalse();
    told.rail(Mode.ENFORCE, EvenParts.NAME);
    decide(4);
    assertThat(one.isLimited()).isFalse();
    outstanding = 20;
    decide(2);
    assertThat(iops(one)).contains(500.0);
  }

  @Test
  void whereNothingIsEnforcedPeopleSeeWhatWouldBe() {
    told.rail(Mode.SHADOW, EvenParts.NAME, ToldDomain.cap(deep, 300));
    decide(4);
    assertThat(one.isLimited()).isFalse();
    assertThat(asking.wouldBe(one)).contains(RateBound.ofIops(300));
    assertThat(asking.wouldBe(other)).contains(RateBound.ofIops(500));
    assertThat(asking.isAtWork()).isFalse();
    told.rail(Mode.SHADOW, EvenParts.NAME, ToldDomain.excluded(deep));
    assertThat(asking.wouldBe(one)).isEmpty();
    asking.leave(other);
    assertThat(asking.wouldBe(other)).isEmpty();
    assertThat(asking.limit(other)).isEmpty();
  }

  @Test
  void whoIsExcludedIsSeenButNotDecidedAbout() {
    told.rail(Mode.ENFORCE, EvenParts.NAME, ToldDomain.excluded(deep));
    assertThat(decide(2).shares()).containsExactly(other);
    assertThat(one.isLimited()).isFalse();
  }

  /** Of two that take 1,000 the one sends 400 however long that takes: it wants no more. */
  @Test
  void whatAContentOneWantsIsToldInCost() {
    told.rail(Mode.ENFORCE, CausalLaw.NAME);
    asking.begin();
    boolean isFound = false;
    for (int i = 0; i < 60 && !isFound; i++) {
      outstanding = i % 2 == 0 ? 10 : 30;
      decide();
      isFound = told.domain.takeEvents().stream().anyMatch(note -> note.contains("does not mind"));
    }
    assertThat(isFound).isTrue();
    assertThat(decide().problem().claims().getLast().demand()).isBetween(750.0, 900.0);
  }

  /** The law that asks watches for two seconds, and has asked nobody of these by then. */
  @Test
  void anotherPolicyBeginsByItsOwnLaw() {
    decide(2);
    told.rail(Mode.ENFORCE, CausalLaw.NAME);
    one.free();
    other.free();
    asking.begin();
    decide();
    assertThat(one.isLimited()).isFalse();
    assertThat(other.isLimited()).isFalse();
  }
}
