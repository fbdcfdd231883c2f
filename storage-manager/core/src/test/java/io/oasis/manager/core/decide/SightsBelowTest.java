package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.law.CausalLaw;
import io.oasis.manager.core.law.Sight;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.AdapterId;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what {@link Sights} puts down to limits that act below the agents' counters. */
class SightsBelowTest {
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Offset<Double> EXACTLY = within(1e-9);

  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, CausalLaw.NAME, INTERVAL);
  private final Sights sights = new Sights(told.domain);
  private final HeardQueue deep = told.queue("deep");
  private final HeardQueue small = told.queue("small");

  @BeforeEach
  void limitsActBelow() {
    told.adapter(ToldDomain.ADAPTER, Placement.BELOW_COUNTERS);
  }

  private Sight look(HeardQueue... queues) {
    told.passes(1);
    return sights.look(List.of(queues), _ -> Rule.NONE, told.now());
  }

  private Seen seen(HeardQueue queue, HeardQueue... queues) {
    return seen(look(queues), queue);
  }

  private static Seen seen(Sight sight, HeardQueue queue) {
    return sight.queues().stream()
        .filter(each -> each.queue().equals(queue.id()))
        .findFirst()
        .orElseThrow();
  }

  /** Both free: 44 and 6 of 50 outstanding, 200 and 100 of 300 a second. */
  private void bothAreFree() {
    told.lun("a", 300, 50);
    told.asks(deep, 200, 200, 44);
    told.asks(small, 100, 100, 6);
    look(deep, small);
    look(deep, small);
  }

  /** 6 that are no limit's at 100 a second take 60 ms; 32 more than so many wait. */
  @Test
  void whatIsOutstandingForLongerThanForThoseWhoAreFreeWaits() {
    bothAreFree();
    told.limit(deep, 200);
    Sight sight = look(deep, small);
    assertThat(sight.latencySeconds()).isCloseTo(0.06, EXACTLY);
    assertThat(sight.inFlight()).isCloseTo(18, EXACTLY);
    assertThat(seen(sight, deep).passed()).isEqualTo(200);
    assertThat(seen(sight, deep).held()).isCloseTo(44 - 12, EXACTLY);
    assertThat(seen(sight, small).held()).isZero();
    assertThat(seen(sight, small).passed()).isEqualTo(100);
  }

  /** 4.4 of 44 and half an I/O of few are within what is measured. */
  @ParameterizedTest
  @CsvSource({
    "200, 44, 0.1981, 0",
    "200, 44, 0.1979, 4.42",
    "4, 1, 0.126, 0",
    "4, 1, 0.124, 0.504"
  })
  void aLittleMoreIsNoLimits(double perSecond, double depth, double latency, double held) {
    told.asks(deep, perSecond, perSecond, depth);
    told.asks(small, 100, 100, 6);
    told.lun("a", 300, depth + 100 * latency);
    look(deep, small);
    look(deep, small);
    told.limit(deep, perSecond);
    assertThat(seen(deep, deep, small).held()).isCloseTo(held, EXACTLY);
  }

  /** 50 come beyond the limit in half a second, 25 more are outstanding. */
  @Test
  void whatComesBeyondALimitWaitsAsFarAsMoreIsOutstanding() {
    bothAreFree();
    told.limit(deep, 200);
    told.asks(deep, 300, 200, 44);
    look(deep, small);
    told.lun("a", 300, 75);
    Sight sight = look(deep, small);
    assertThat(sight.latencySeconds()).isCloseTo(0.06, EXACTLY);
    assertThat(seen(sight, deep).passed()).as("no more than its limit").isEqualTo(200);
    assertThat(seen(sight, deep).held()).isCloseTo(44 + 25 - 12, EXACTLY);
    told.lun("a", 300, 60);
    assertThat(seen(deep, deep, small).held())
        .as("nothing leaves it that comes beyond its limit")
        .isCloseTo(69 - 200 * (1 / 300.0), EXACTLY);
  }

  /** All 80 more are outstanding that came beyond the limit, and others' besides. */
  @Test
  void noMoreIsPutDownToALimitThanCameBeyondIt() {
    bothAreFree();
    told.limit(deep, 200);
    told.asks(deep, 300, 200, 44);
    look(deep, small);
    told.lun("a", 300, 130);
    Sight sight = look(deep, small);
    assertThat(sight.latencySeconds()).isCloseTo((130 - 44 - 50) / 100.0, EXACTLY);
  }

  /** Of 12 counted for the free one 6 are behind the other's limit. */
  @Test
  void whatWaitsBehindALimitIsNobodyElses() {
    bothAreFree();
    told.limit(deep, 200);
    told.asks(small, 100, 100, 12);
    look(deep, small);
    look(deep, small);
    told.limit(small, 50);
    told.asks(small, 50, 50, 12);
    assertThat(seen(small, deep, small).held()).isCloseTo(6 - 50 * 0.06, EXACTLY);
  }

  @Test
  void whatComesBackIsNotOfALimitedOneThatSendsNothing() {
    bothAreFree();
    told.limit(deep, 200);
    told.asks(deep, 0, 0, 0);
    told.lun("a", 300, 6);
    look(deep, small);
    assertThat(seen(deep, deep, small).passed()).isZero();
  }

  /** 20 that are counted for it are all its own again. */
  @Test
  void whereNobodyIsLimitedAllThatIsCountedIsOnesOwn() {
    bothAreFree();
    told.limit(deep, 200);
    told.asks(small, 100, 100, 12);
    look(deep, small);
    deep.sent(Optional.empty(), told.domain.nextVersion(), told.now());
    told.asks(small, 100, 100, 20);
    told.lun("a", 300, 30);
    look(deep, small);
    look(deep, small);
    told.limit(small, 50);
    told.asks(small, 50, 50, 20);
    told.lun("a", 300, 40);
    assertThat(seen(small, deep, small).held()).isCloseTo(20 - 50 * 0.1, EXACTLY);
  }

  /** All that is outstanding is behind limits: it has one I/O at a time, or what there is. */
  @Test
  void aDeviceThatAlwaysHasSomethingToDoHasOneIoAtLeast() {
    bothAreFree();
    told.limit(deep, 200);
    told.lun("a", 300, 40);
    assertThat(look(deep, small).latencySeconds()).isCloseTo(1 / 300.0, EXACTLY);
    told.lun("a", 300, 0.3);
    assertThat(look(deep, small).latencySeconds()).isCloseTo(0.3 / 300, EXACTLY);
  }

  /** Nothing is left of its LUN for it, and it has nothing outstanding: none of none is nothing. */
  @Test
  void whoHasNothingOutstandingIsPutDownNothing() {
    bothAreFree();
    HeardQueue elsewhere = told.queue("elsewhere", "b");
    told.lun("b", 100, 2);
    told.asks(elsewhere, 100, 100, 2);
    told.limit(deep, 200);
    told.lun("a", 300, 40);
    told.asks(small, 10, 10, 0);
    look(deep, small, elsewhere);
    look(deep, small, elsewhere);
    told.limit(small, 10);
    Sight sight = look(deep, small, elsewhere);
    assertThat(sight.latencySeconds()).isCloseTo(1 / 400.0, EXACTLY);
  }

  /** Its LUN counts what passes and what waits, also what it sent before. */
  @ParameterizedTest
  @CsvSource({"0, 0, 180", "1, 0, 200", "0, 1, 200"})
  void whoIsAloneOnItsLunIsSeenByWhatTheLunCounts(
      double arrivals, double outstanding, double passed) {
    HeardQueue elsewhere = told.queue("elsewhere", "b");
    told.lun("b", 100, 2);
    told.asks(elsewhere, 100, 100, 2);
    told.lun("a", 180, 30);
    told.asks(deep, 200, 200, 44);
    told.asks(small, arrivals, 0, outstanding);
    look(deep, small, elsewhere);
    look(deep, small, elsewhere);
    told.limit(deep, 200);
    Sight sight = look(deep, small, elsewhere);
    assertThat(sight.completed()).isEqualTo(280);
    assertThat(seen(sight, deep).passed()).isEqualTo(passed);
    double beside = 44 - 200 / 280.0;
    assertThat(seen(sight, deep).held())
        .isCloseTo(passed == 180 ? 30 - 180 * 0.02 : beside, EXACTLY);
  }

  /** One adapter tells what waits above the counters; of the other's limits nobody counts it. */
  @Test
  void whatAnAgentCountsIsBelievedOnlyWhereTheLimitActsThere() {
    AdapterId above = new AdapterId("h:two");
    told.adapter(above, Placement.ABOVE_COUNTERS);
    small.servedBy(above);
    bothAreFree();
    told.limit(deep, 200);
    told.asks(deep, 200, 200, 44, Optional.of(0.0));
    told.limit(small, 90);
    told.asks(small, 100, 90, 6, Optional.of(5.0));
    Sight sight = look(deep, small);
    assertThat(seen(sight, small).held()).isEqualTo(5);
    assertThat(seen(sight, small).passed()).as("what completed").isEqualTo(90);
    assertThat(sight.latencySeconds()).isCloseTo((50 - 44 - 5) / 90.0, EXACTLY);
    assertThat(seen(sight, deep).held()).isCloseTo(44 - 200 / 90.0, EXACTLY);
  }

  /** What waits is no part of what its own counters say is in the device. */
  @Test
  void whatIsHeldOfAQueueWithItsOwnLatencyIsNotInItsLun() {
    told.limit(deep, 100);
    told.lun("a", 100, 2);
    Flow reads = new Flow(120, 100, 100 * ToldDomain.BYTES, 50_000);
    told.asks(deep, new QueueSample(reads, Flow.NONE, 2, Optional.empty(), LatencySource.QUEUE));
    Sight sight = look(deep);
    assertThat(sight.latencySeconds()).isCloseTo(0.02, EXACTLY);
    assertThat(seen(sight, deep).held()).isCloseTo(3, EXACTLY);
  }

  /** Who comes back after it had gone has nothing outstanding of before. */
  @Test
  void theBacklogOfWhoHasGoneIsForgotten() {
    bothAreFree();
    look(small);
    told.limit(deep, 200);
    Sight sight = look(deep, small);
    assertThat(seen(sight, deep).held()).isZero();
  }
}
