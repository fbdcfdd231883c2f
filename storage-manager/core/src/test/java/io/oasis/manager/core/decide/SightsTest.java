package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.law.CausalLaw;
import io.oasis.manager.core.law.Sight;
import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.Flow;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.QueueSample.LatencySource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows what the law sees where limits act above the agents' counters, and anywhere. */
class SightsTest {
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Offset<Double> EXACTLY = within(1e-9);

  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, CausalLaw.NAME, INTERVAL);
  private final Sights sights = new Sights(told.domain);
  private final HeardQueue deep = told.queue("deep");
  private final HeardQueue small = told.queue("small");

  @BeforeEach
  void limitsActAbove() {
    told.adapter(ToldDomain.ADAPTER, Placement.ABOVE_COUNTERS);
  }

  private Sight look(HeardQueue... queues) {
    told.passes(1);
    return sights.look(List.of(queues), _ -> Rule.NONE, told.now());
  }

  private static Seen seen(Sight sight, HeardQueue queue) {
    return sight.queues().stream()
        .filter(each -> each.queue().equals(queue.id()))
        .findFirst()
        .orElseThrow();
  }

  private void asks(HeardQueue queue, double arrived, double held) {
    told.asks(queue, arrived, arrived, 2, Optional.of(held));
  }

  /** 20 more wait after half a second: of 100 a second that came 60 passed. */
  @Test
  void whatPassedIsWhatCameAndDoesNotWait() {
    told.limit(deep, 100);
    told.lun("a", 200, 4);
    asks(deep, 100, 3);
    look(deep);
    asks(deep, 100, 23);
    Sight sight = look(deep);
    assertThat(seen(sight, deep).passed()).isCloseTo(60, EXACTLY);
    assertThat(seen(sight, deep).arrived()).isEqualTo(100);
    assertThat(seen(sight, deep).held()).isEqualTo(23);
    asks(deep, 10, 53);
    assertThat(seen(look(deep), deep).passed()).as("no less than nothing").isZero();
    asks(deep, 10, 43);
    assertThat(seen(look(deep), deep).passed()).as("what waited comes").isCloseTo(30, EXACTLY);
  }

  @Test
  void theDeviceTakesAsLongAsWhatIsInItTakesToComplete() {
    told.lun("a", 200, 4);
    asks(deep, 200, 0);
    Sight sight = look(deep);
    assertThat(sight.completed()).isEqualTo(200);
    assertThat(sight.inFlight()).isEqualTo(4);
    assertThat(sight.length()).isEqualTo(0.5);
    assertThat(sight.latencySeconds()).isCloseTo(0.02, EXACTLY);
  }

  /** Three I/Os in an interval of half a second. */
  @Test
  void fewIosTellNoLatency() {
    told.lun("a", 6, 0.3);
    asks(deep, 6, 0);
    assertThat(look(deep).latencySeconds()).isCloseTo(0.05, EXACTLY);
    told.lun("a", 5, 2);
    asks(deep, 5, 0);
    assertThat(look(deep).latencySeconds()).as("what was known").isCloseTo(0.05, EXACTLY);
    told.lun("a", 0, 2);
    asks(deep, 50, 0);
    assertThat(look(deep).latencySeconds()).as("nothing completed").isCloseTo(0.05, EXACTLY);
  }

  @Test
  void whoIsNotLimitedHasNothingBehindALimit() {
    told.lun("a", 200, 4);
    asks(deep, 100, 7);
    assertThat(seen(look(deep), deep).held()).isZero();
  }

  /** Nobody counts what waits: who sends all that its limit lets through would send more. */
  @Test
  void whoStandsAtItsLimitIsTakenToWait() {
    told.lun("a", 300, 6);
    for (int i = 0; i < 2; i++) {
      told.asks(deep, 300, 300, 2);
      look(deep);
    }
    told.limit(deep, 200);
    told.asks(deep, 200, 200, 2);
    told.lun("a", 200, 8);
    assertThat(seen(look(deep), deep).held()).as("one at least").isEqualTo(1);
    told.lun("a", 400, 2);
    assertThat(seen(look(deep), deep).held()).as("2 less 200 of 5 ms").isEqualTo(1);
    for (int i = 0; i < 4; i++) {
      told.asks(deep, 100, 100, 2);
      look(deep);
    }
    assertThat(seen(look(deep), deep).held()).as("sends less").isZero();
  }

  /** What had been outstanding before the limit, less what is in the device. */
  @Test
  void whoHadMuchOutstandingWaitsWithTheRest() {
    told.lun("a", 300, 6);
    for (int i = 0; i < 2; i++) {
      told.asks(deep, 300, 300, 12);
      look(deep);
    }
    told.limit(deep, 200);
    told.asks(deep, 200, 200, 4);
    Sight sight = look(deep);
    assertThat(seen(sight, deep).held()).isCloseTo(12 - 200 * 0.02, EXACTLY);
    assertThat(seen(sight, deep).passed()).isEqualTo(200);
  }

  /** 100 a second of 50 ms each are 5 at a time, of which 2 are in the device. */
  @Test
  void whereAQueuesOwnLatencyIsKnownTheRestWaitsBehindItsLimit() {
    told.limit(deep, 100);
    told.lun("a", 100, 2);
    Flow reads = new Flow(120, 100, 100 * ToldDomain.BYTES, 50_000);
    QueueSample sample =
        new QueueSample(reads, Flow.NONE, 2, Optional.empty(), LatencySource.QUEUE);
    told.asks(deep, sample);
    Seen seen = seen(look(deep), deep);
    assertThat(seen.held()).isCloseTo(3, EXACTLY);
    assertThat(seen.passed()).isEqualTo(100);
    told.asks(deep, sample.withHeld(Optional.of(4.0)));
    assertThat(seen(look(deep), deep).held()).as("told").isEqualTo(4);
  }

  @Test
  void whatAQueueWeighsAndSendsIsSeen() {
    told.rail(Mode.ENFORCE, CausalLaw.NAME, ToldDomain.weight(deep, 3));
    Flow reads = new Flow(30, 30, 30 * 8_192, 100);
    Flow writes = new Flow(90, 90, 90 * 8_192, 100);
    told.asks(deep, new QueueSample(reads, writes, 1, Optional.of(0.0), LatencySource.LUN));
    asks(small, 0, 0);
    Sight sight = look(deep, small);
    assertThat(seen(sight, deep).weight()).isEqualTo(3);
    assertThat(seen(sight, deep).kind()).isEqualTo(new Kind(13, 0.25));
    assertThat(seen(sight, small).kind()).as("idle").isEqualTo(new Kind(0, 1));
  }

  @Test
  void whereTheLevelIsTheSameForAllWeightsAndSizesDoNotCount() {
    told.rail(Mode.ENFORCE, Way.WATER_LEVEL, ToldDomain.weight(deep, 3));
    asks(deep, 100, 0);
    Seen seen = seen(look(deep), deep);
    assertThat(seen.weight()).isEqualTo(1);
    assertThat(seen.kind()).isEqualTo(new Kind(0, 1));
  }

  @Test
  void eachQueueHasItsOwnRule() {
    asks(deep, 100, 0);
    asks(small, 100, 0);
    Rule rule = new Rule(false, 3, 4, false);
    Sight sight =
        sights.look(List.of(deep, small), queue -> queue == deep ? rule : Rule.NONE, told.now());
    assertThat(seen(sight, deep).rule()).isEqualTo(rule);
    assertThat(seen(sight, small).rule()).isEqualTo(Rule.NONE);
  }

  @Test
  void intervalsAreCountedWholeHoweverLateTheirMessagesCome() {
    asks(deep, 100, 0);
    assertThat(look(deep).seconds()).isEqualTo(0.5);
    assertThat(look(deep).seconds()).isEqualTo(1);
    told.passes(Duration.ofMillis(150));
    assertThat(look(deep).seconds()).as("late").isEqualTo(1.5);
    told.passes(Duration.ofMillis(-350));
    assertThat(look(deep).seconds()).as("soon after").isEqualTo(2);
    told.passes(Duration.ofMillis(1_100));
    assertThat(look(deep).seconds()).as("two were lost").isEqualTo(3.5);
  }

  @Test
  void aLunThatNobodyUsesAndThatIsSilentDoesNotCount() {
    told.lun("b", 50, 3);
    told.domain.decided();
    told.lun("a", 200, 4);
    asks(deep, 200, 0);
    assertThat(look(deep).completed()).isEqualTo(200);
    told.lun("b", 60, 3);
    assertThat(look(deep).completed()).as("others use it").isEqualTo(260);
    told.domain.decided();
    Sight sight = look(deep);
    assertThat(sight.completed()).as("used, though late").isEqualTo(200);
    assertThat(sight.inFlight()).isEqualTo(4);
  }

  /** Who comes back after it had gone is another one: all that waits has come by now. */
  @Test
  void whatWaitedForWhoHasGoneIsForgotten() {
    told.lun("a", 200, 4);
    asks(deep, 100, 30);
    asks(small, 100, 0);
    look(deep, small);
    look(small);
    asks(deep, 100, 30);
    assertThat(seen(look(deep, small), deep).passed()).isCloseTo(40, EXACTLY);
    assertThat(seen(look(deep, small), deep).passed()).as("not again").isCloseTo(100, EXACTLY);
  }
}
