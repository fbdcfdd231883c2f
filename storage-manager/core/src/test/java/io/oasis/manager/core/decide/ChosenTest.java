package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.policy.ProportionalFair;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import org.junit.jupiter.api.Test;

/** Shows that the law which the policy names decides, and that the other keeps what it knows. */
class ChosenTest {
  private static final CapacityMemory KNOWN = new CapacityMemory(400, 3, 390);

  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, "default");
  private final Chosen law = new Chosen(told.domain, KNOWN);

  private void shareOut() {
    told.rail(Mode.ENFORCE, ProportionalFair.NAME);
  }

  @Test
  void eachShowsWhatItKnowsOfHowMuchThereIs() {
    assertThat(law.memory()).isEqualTo(new CapacityMemory(400, 0, 400));
    assertThat(law.capacity(told.now()).lowerCostPerSecond()).isCloseTo(360, within(1e-9));
    assertThat(law.carried()).contains(400.0);
    assertThat(law.standing().isShort()).isFalse();
    shareOut();
    assertThat(law.memory()).isEqualTo(KNOWN);
    assertThat(law.capacity(told.now()).lowerCostPerSecond()).isCloseTo(388, within(1e-9));
    assertThat(law.carried()).contains(390.0);
    assertThat(law.standing().isShort()).isTrue();
  }

  @Test
  void whoHasLeftIsNotSharedWithAnyMore() {
    shareOut();
    Share stays = law.join(told.does(told.queue("stays"), Quality.CENSORED, 100));
    Share gone = law.join(told.does(told.queue("gone"), Quality.CENSORED, 100));
    law.leave(gone);
    assertThat(law.decide(told.now())).isPresent();
    assertThat(law.wouldBe(stays)).isPresent();
    assertThat(law.limit(stays)).isPresent();
    assertThat(gone.isAimed()).isFalse();
    assertThat(gone.isLimited()).isFalse();
  }

  @Test
  void whoHasLeftIsNotAskedAnyMore() {
    Share stays = law.join(told.does(told.queue("stays"), Quality.CENSORED, 100));
    Share gone = law.join(told.does(told.queue("gone"), Quality.CENSORED, 100));
    law.leave(gone);
    law.startFrom(stays, 50);
    law.startFrom(gone, 50);
    assertThat(law.limit(stays)).contains(RateBound.ofIops(25));
    assertThat(gone.isLimited()).isFalse();
  }

  /** Another way of deciding begins with all limits released, and no trial of letting them go. */
  @Test
  void anotherWayBeginsAnew() {
    Share share = law.join(told.does(told.queue("a"), Quality.CENSORED, 100));
    told.limit(share.heard, 25);
    law.startFrom(share, 50);
    law.decide(told.now());
    assertThat(law.isAtWork()).isTrue();
    told.domain.setOnTrial(true);
    law.begin();
    assertThat(told.domain.isOnTrial()).isFalse();
    assertThat(law.isAtWork()).as("nobody is limited as far as it knows").isFalse();
  }

  @Test
  void neitherHasAnythingToEndBeforeItTriedAnything() {
    law.join(told.does(told.queue("a"), Quality.CENSORED, 100));
    for (int way = 0; way < 2; way++) {
      assertThat(law.interrupt()).isFalse();
      assertThat(law.isProbing()).isFalse();
      assertThat(law.isAtWork()).isFalse();
      assertThat(law.judge()).isEqualTo(new Advice.GoOn());
      shareOut();
    }
  }
}
