package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.hear.Rails;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows how much of the margins of observed demands is given out a second time. */
class ClaimsTest {
  private static final double BYTES = 4_096;
  private static final double COST = CostModel.costOf(BYTES);
  private static final double CAPACITY = 1e6;

  /** Each leaves 5 of 105: a hundred of them leave 100 less two deviations of 10, times 5. */
  @Test
  void manyMarginsLeaveAllButTwoOfTheirDeviations() {
    double spare = Claims.spareMargin(queues(100, Quality.OBSERVED, 100, 105), CAPACITY);
    assertThat(spare).isCloseTo(80 * 5 * COST, within(1e-6));
  }

  @Test
  void fewMarginsLeaveNothingForTheyMayAllBeUsedAtOnce() {
    for (int count = 0; count <= 4; count++) {
      double spare = Claims.spareMargin(queues(count, Quality.OBSERVED, 100, 105), CAPACITY);
      assertThat(spare).as("%d queues", count).isZero();
    }
  }

  @Test
  void noMoreThanSevenPercentOfTheCapacityIsGivenOutTwice() {
    double capacity = 1_000 * COST;
    double spare = Claims.spareMargin(queues(100, Quality.OBSERVED, 100, 105), capacity);
    assertThat(spare).isCloseTo(0.07 * capacity, within(1e-6));
  }

  @Test
  void whoWantsMoreOrGetsLittleOfItsDemandLeavesNothing() {
    assertThat(Claims.spareMargin(queues(100, Quality.CENSORED, 100, 105), CAPACITY)).isZero();
    assertThat(Claims.spareMargin(queues(100, Quality.STALE, 100, 105), CAPACITY)).isZero();
    assertThat(Claims.spareMargin(queues(100, Quality.OBSERVED, 79, 100), CAPACITY)).isZero();
    assertThat(Claims.spareMargin(queues(100, Quality.OBSERVED, 110, 105), CAPACITY)).isZero();
  }

  private static List<Share> queues(int count, Quality quality, double used, double taken) {
    List<Share> queues = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      QueueId id = new QueueId(new ApplicationId("h:/" + i), new LunId("serial:a"));
      HeardQueue queue = new HeardQueue(id, Rails.NONE, Instant.EPOCH);
      queue.take(request(id, quality, used), Instant.EPOCH);
      Share share = new Share(queue);
      share.demandUsed = Optional.of(taken * COST);
      queues.add(share);
    }
    return queues;
  }

  private static Request request(QueueId queue, Quality quality, double iops) {
    Flow reads = new Flow(iops, iops, iops * BYTES, 100);
    return new Request(
        queue.application(),
        new QueueSample(reads, Flow.NONE, 0.1, Optional.empty(), QueueSample.LatencySource.LUN),
        new Demand(quality, Bandwidth.of(iops, iops * BYTES), Optional.empty(), "test"),
        Optional.empty(),
        Optional.empty());
  }
}
