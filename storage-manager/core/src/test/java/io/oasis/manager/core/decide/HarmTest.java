package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.harm.Phase;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.policy.ProportionalFair;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.Mode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows what becomes of limits that seem to do harm: let go for a trial, and put back. */
class HarmTest {
  /** Twice as long as a suspicion takes. */
  private static final int LONG = 200;

  /** Longer than the first phases of a trial. */
  private static final int PHASE = 40;

  private final ToldDomain told = new ToldDomain(Mode.SHADOW, ProportionalFair.NAME);
  private final HeardQueue first = told.queue("first");
  private final HeardQueue second = told.queue("second");
  private final Share one = new Share(first);
  private final Share other = new Share(second);
  private final Harm harm = new Harm(told.domain);

  /** 500 I/Os per second each, while nobody was limited. */
  @BeforeEach
  void learned() {
    told.domain.begin();
    for (int i = 0; i < 90; i++) {
      judge(500, 500);
    }
  }

  /** One interval in which they did so much; nothing is said of who did less than nothing. */
  private Advice judge(double iops, double others) {
    told.passes(1);
    told.does(first, Quality.OBSERVED, iops);
    if (others >= 0) {
      told.does(second, Quality.OBSERVED, others);
    }
    one.aim(1_000, Bound.FAIR_SHARE);
    other.aim(1_000, Bound.FAIR_SHARE);
    return harm.judge(List.of(one, other));
  }

  /** So much until something is to be done; what that is. */
  private Advice judge(int most, double iops, double others) {
    for (int i = 0; i < most; i++) {
      Advice advice = judge(iops, others);
      if (!(advice instanceof Advice.GoOn)) {
        return advice;
      }
    }
    return new Advice.GoOn();
  }

  private void enforces() {
    told.rail(Mode.ENFORCE, ProportionalFair.NAME);
    told.limit(first, 400);
    one.allocate(800);
    told.domain.takeEvents();
  }

  /** What the controller does where limits are let go. */
  private void areLetGo() {
    one.free();
    other.free();
  }

  @Test
  void limitsUnderWhichLessIsDoneAreLetGo() {
    enforces();
    assertThat(harm.phase()).isEqualTo(Phase.LEARNING);
    assertThat(harm.last()).isEmpty();
    assertThat(judge(LONG, 350, 350)).isInstanceOf(Advice.LetGo.class);
    assertThat(told.domain.isOnTrial()).isTrue();
    assertThat(told.domain.takeEvents().getFirst())
        .startsWith("throughput is 1400 cost/s; without limits it was 2000");
    assertThat(harm.phase()).isEqualTo(Phase.TRIAL_WITHOUT_LIMITS);
    assertThat(harm.last()).contains("on trial");
  }

  @Test
  void whatIsDoneUnderNoLimitsIsNoHarmOfLimits() {
    told.rail(Mode.ENFORCE, ProportionalFair.NAME);
    assertThat(judge(LONG, 350, 350)).isEqualTo(new Advice.GoOn());
  }

  @Test
  void inATrialLimitsComeBackAsTheyWere() {
    enforces();
    judge(LONG, 350, 350);
    areLetGo();
    told.domain.takeEvents();
    assertThat(judge(PHASE, 500, 500)).isInstanceOf(Advice.PutBack.class);
    assertThat(told.domain.isOnTrial()).isFalse();
    assertThat(one.allocation()).contains(800.0);
    assertThat(other.allocation()).as("it had none").isEmpty();
    assertThat(told.domain.takeEvents()).containsExactly("trial: limits are put back");
    assertThat(harm.phase()).isEqualTo(Phase.TRIAL_WITH_LIMITS);
  }

  /** Limits that are not let go at the time have moved since: they stay where they are. */
  @Test
  void whereLimitsAreInForceAlreadyNothingIsPutBack() {
    enforces();
    judge(LONG, 350, 350);
    areLetGo();
    judge(PHASE, 500, 500);
    one.allocate(700);
    told.domain.takeEvents();
    assertThat(judge(PHASE, 500, 500)).isInstanceOf(Advice.PutBack.class);
    assertThat(one.allocation()).contains(700.0);
    assertThat(told.domain.takeEvents().getFirst()).endsWith("limits are not the cause");
  }

  @Test
  void whatIsToBeEnforcedNoMoreIsLeftToTheController() {
    enforces();
    judge(LONG, 350, 350);
    Advice advice = new Advice.GoOn();
    for (int i = 0; i < 20 && !(advice instanceof Advice.Demote); i++) {
      boolean isLetGo = told.domain.isOnTrial();
      advice = judge(PHASE, isLetGo ? 500 : 350, isLetGo ? 500 : 350);
    }
    assertThat(advice).isInstanceOf(Advice.Demote.class);
    assertThat(harm.last()).endsWith("limits were the cause");
  }

  @Test
  void aTrialThatCannotBeSeenIsBrokenOff() {
    enforces();
    judge(LONG, 350, 350);
    areLetGo();
    told.domain.takeEvents();
    assertThat(harm.interrupt(List.of(one, other))).isTrue();
    assertThat(told.domain.isOnTrial()).isFalse();
    assertThat(one.allocation()).contains(800.0);
    assertThat(told.domain.takeEvents()).containsExactly("trial: broken off, limits are put back");
    assertThat(harm.phase()).isEqualTo(Phase.WATCHING);
  }

  @Test
  void aTrialIsOverAlsoWhereItsLimitsAreInForce() {
    enforces();
    judge(LONG, 350, 350);
    judge(PHASE, 500, 500);
    told.domain.takeEvents();
    assertThat(harm.interrupt(List.of(one, other))).as("nothing to put back").isFalse();
    assertThat(told.domain.takeEvents()).isEmpty();
    assertThat(harm.phase()).isEqualTo(Phase.WATCHING);
  }

  /** 350 of the 500 of who is there: what the other did is not asked of those who are left. */
  @Test
  void whoHasGoneSilentIsNotThere() {
    enforces();
    assertThat(judge(LONG, 350, -1)).isInstanceOf(Advice.LetGo.class);
    assertThat(told.domain.takeEvents().getFirst())
        .startsWith("throughput is 700 cost/s; without limits it was 1000");
  }

  @Test
  void aQueueThatNoAgentSpokeOfIsNotThere() {
    Share unheard = new Share(told.queue("unheard"));
    unheard.aim(100, Bound.FAIR_SHARE);
    told.passes(1);
    assertThat(harm.judge(List.of(unheard))).isEqualTo(new Advice.GoOn());
  }
}
