package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.policy.ProportionalFair;
import io.oasis.manager.core.settle.Stability;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.Mode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows when {@link Decider} goes a smaller part of the way, as queues go to and fro. */
class DeciderGainTest {
  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, ProportionalFair.NAME);
  private final Decider decider = new Decider(told.domain, new CapacityMemory(2_000, 0, 2_000));
  private final List<Share> shares = new ArrayList<>();
  private long interval;

  private void queues(int count) {
    while (shares.size() < count) {
      shares.add(decider.join(told.queue("queue-" + shares.size())));
    }
  }

  /** Of 1,000 I/Os per second at cost 2 the first two have 400 and 600, or all the same. */
  private void decide(int working) {
    told.passes(1);
    for (Share share : shares) {
      int at = shares.indexOf(share);
      double even = 1_000.0 / shares.size();
      double iops = shares.size() > 2 ? even : at == 0 ? 400 : 600;
      told.does(share.heard, Quality.CENSORED, at < working ? iops : 0);
      share.free();
    }
    told.lun("a", Pressure.RELAXED, 1_000, 20, 1);
    told.domain.begin();
    interval++;
    decider.decide(told.now());
    told.domain.decided();
  }

  private void decide() {
    decide(shares.size());
  }

  /** So many of them went up and down twice, and up once more. */
  private void goToAndFro(int count) {
    for (Share share : shares.subList(0, count)) {
      for (int i = 0; i < 5; i++) {
        boolean isUp = i % 2 == 0;
        share.damping.moved(isUp ? 100 : 200, isUp ? 200 : 100, interval);
      }
    }
  }

  private boolean isCycleTold() {
    return told.domain.takeEvents().stream().anyMatch(note -> note.startsWith("limit cycle: "));
  }

  /** The part of the way from 800 to its share of 1,010 that the first one went. */
  private double gain() {
    return (shares.getFirst().allocation().orElseThrow() - 800) / 210;
  }

  @Test
  void itIsHalvedWhenQueuesGoToAndFroAndGivenBackAfterACalmWindow() {
    queues(2);
    decide();
    assertThat(gain()).isCloseTo(Stability.GAIN, within(1e-9));
    goToAndFro(2);
    decide();
    assertThat(told.domain.takeEvents())
        .containsExactly("limit cycle: 2 queues went to and fro, damping doubled");
    assertThat(gain()).isCloseTo(Stability.GAIN / 2, within(1e-9));
    for (int i = 0; i < Stability.CYCLE_WINDOW; i++) {
      decide();
    }
    assertThat(gain()).isCloseTo(Stability.GAIN / 2, within(1e-9));
    decide();
    assertThat(gain()).isCloseTo(Stability.GAIN, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"10, 1, true", "11, 1, false", "11, 2, true", "10, 0, false"})
  void atLeastATenthOfThemMustGoToAndFro(int all, int cycling, boolean isTold) {
    queues(all);
    decide();
    goToAndFro(cycling);
    decide();
    assertThat(isCycleTold()).isEqualTo(isTold);
  }

  @Test
  void nobodyGoesToAndFroWhereNobodyIs() {
    decide();
    assertThat(told.domain.takeEvents()).isEmpty();
  }

  /** What moves them when others come or go is not of their own making. */
  @ParameterizedTest
  @CsvSource({"9, 10, false", "19, 20, true", "10, 10, true"})
  void whereATenthOfThemCameCountingStartsAnew(int before, int after, boolean isTold) {
    queues(before);
    decide();
    queues(after);
    goToAndFro(after);
    decide();
    assertThat(isCycleTold()).isEqualTo(isTold);
  }

  /** Who is idle for one interval pauses, for two has gone. */
  @ParameterizedTest
  @CsvSource({"1, true", "2, false", "3, true"})
  void whereATenthOfThemWentCountingStartsAnew(int idleFor, boolean isTold) {
    queues(9);
    decide();
    for (int i = 1; i < idleFor; i++) {
      decide(8);
    }
    goToAndFro(8);
    decide(8);
    assertThat(isCycleTold()).isEqualTo(isTold);
  }

  /** One of three has just come, and takes next to nothing. */
  @Test
  void inAnotherSituationTheGainIsGivenBackAtOnce() {
    queues(2);
    decide();
    goToAndFro(2);
    decide();
    assertThat(gain()).isCloseTo(Stability.GAIN / 2, within(1e-9));
    HeardQueue late = told.queue("late");
    told.does(late, Quality.OBSERVED, 0.001);
    decide();
    assertThat(gain()).isCloseTo(Stability.GAIN, within(1e-9));
  }
}
