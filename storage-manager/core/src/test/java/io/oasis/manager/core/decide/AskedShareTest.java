package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.law.CausalLaw;
import io.oasis.manager.core.law.Earned;
import io.oasis.manager.core.law.Portion;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.policy.Claim;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.RateBound;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what the law is told of a queue's rails, and people of what it was asked. */
class AskedShareTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, CausalLaw.NAME);
  private final HeardQueue queue = told.queue("one");
  private final AskedShare share = new AskedShare(new Share(queue));

  AskedShareTest() {
    told.asks(queue, 100, 100, 2);
  }

  /** An I/O costs 2. */
  private Rule rule(double reserve, double limit) {
    return share.rule(told.domain, claim(reserve, limit), told.now());
  }

  private static Claim claim(double reserve, double limit) {
    return new Claim(1, INFINITE, reserve, limit, 200, Optional.empty(), Optional.empty());
  }

  private boolean mayBeHeld() {
    return rule(0, INFINITE).mayBeHeld();
  }

  private void isListenedTo(int seconds) {
    told.domain.begin();
    told.passes(seconds);
  }

  /** A target that limits each direction for itself lets 97 of 100 through. */
  @Test
  void railsAreKeptInIos() {
    told.adapter(ToldDomain.ADAPTER, Placement.ABOVE_COUNTERS);
    assertThat(rule(194, 600).least()).isCloseTo(100, within(1e-9));
    assertThat(rule(194, 600).most()).isEqualTo(300);
    assertThat(share.cap).isEqualTo(300);
    assertThat(rule(0, INFINITE)).isEqualTo(new Rule(true, 1, INFINITE, true));
  }

  @Test
  void nobodyIsAskedThroughAnAdapterThatIsNotThere() {
    assertThat(mayBeHeld()).as("never heard of").isFalse();
    told.adapter(ToldDomain.ADAPTER, Placement.ABOVE_COUNTERS);
    assertThat(mayBeHeld()).isTrue();
    isListenedTo(5);
    assertThat(mayBeHeld()).as("silent for 5 seconds").isFalse();
    told.rail(Mode.SHADOW, CausalLaw.NAME);
    assertThat(mayBeHeld()).as("nobody is asked anyway").isTrue();
  }

  /** Its adapter may just be about to speak. */
  @Test
  void whatIsInForceIsTakenOverBeforeTheAdapterSpeaks() {
    isListenedTo(0);
    told.limit(queue, 50);
    assertThat(mayBeHeld()).isTrue();
    isListenedTo(5);
    assertThat(mayBeHeld()).as("it does not").isFalse();
  }

  @Test
  void anAdapterThatCouldNotIsLeftInPeace() {
    told.adapter(ToldDomain.ADAPTER, Placement.ABOVE_COUNTERS);
    queue.settle(
        new Outcome(
            queue.id(), told.domain.version(), Outcome.State.REFUSED, Optional.empty(), "full"),
        SECOND,
        told.now());
    assertThat(mayBeHeld()).isFalse();
    told.passes(1);
    assertThat(mayBeHeld()).isTrue();
  }

  /** An answer half an interval ago says that it has been in force for as long. */
  @Test
  void aLimitFallsOnlyOnceTheLastOneHasBeenInForce() {
    told.limit(queue, 50);
    assertThat(rule(0, INFINITE).mayFall()).isFalse();
    queue.settle(
        new Outcome(
            queue.id(), told.domain.version(), Outcome.State.VERIFIED, Optional.empty(), ""),
        SECOND,
        told.now());
    told.passes(Duration.ofMillis(499));
    assertThat(rule(0, INFINITE).mayFall()).isFalse();
    told.passes(Duration.ofMillis(1));
    assertThat(rule(0, INFINITE).mayFall()).isTrue();
  }

  /** A share of 50 I/Os per second costs 100, as reserve and limit are told. */
  @ParameterizedTest
  @CsvSource({
    "100, Infinity, 0, 100, true, LIMIT",
    "99, Infinity, 0, 200, true, FAIR_SHARE",
    "30, Infinity, 0, 100, false, LIMIT",
    "30, Infinity, 0, Infinity, false, DEMAND",
    "30, 20, 0, 100, true, DEMAND",
    "50, Infinity, 100, 400, true, RESERVE",
    "49, Infinity, 100, 400, true, RESERVE",
    "51, Infinity, 100, 400, true, FAIR_SHARE",
    "0, Infinity, 0, 400, true, FAIR_SHARE",
    "50, Infinity, 0, 100, true, LIMIT"
  })
  void aTargetSaysWhatItGoesBy(
      double due, double wants, double reserve, double limit, boolean isShort, Bound bound) {
    Claim claim = claim(reserve, limit);
    share.rule(told.domain, claim, told.now());
    assertThat(share.bound(new Portion(due, wants), claim, isShort)).isEqualTo(bound);
  }

  @Test
  void whoWouldBeCappedIsToldTheTighterOfCapAndQuestion() {
    assertThat(share.atMost(INFINITE)).isEmpty();
    assertThat(share.atMost(80)).contains(RateBound.ofIops(80));
    rule(0, 120);
    assertThat(share.atMost(80)).contains(RateBound.ofIops(60));
    assertThat(share.atMost(INFINITE)).contains(RateBound.ofIops(60));
    assertThat(share.atMost(40)).contains(RateBound.ofIops(40));
  }

  /** Measured two and a half seconds ago. */
  @Test
  void peopleAreToldByTheCalendarWhatALimitWasGoodFor() {
    Earned earned = new Earned(10, List.of(new Earned.Gain(queue.id(), 100, 150)));
    Decision.Earned words = AskedShare.told(earned, told.now(), 12.5);
    assertThat(words.at()).isEqualTo(told.now().minusMillis(2_500));
    assertThat(words.gains()).containsExactly(new Decision.Gain(queue.id(), 100, 150));
  }
}
