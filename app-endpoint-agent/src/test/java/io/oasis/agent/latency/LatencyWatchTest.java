package io.oasis.agent.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of the latencies of an agent's requests. */
class LatencyWatchTest {
  private final LatencyWatch watch = new LatencyWatch();

  /**
   * Shows that a queue whose reads become slower asks for the latency it had, and only that one.
   */
  @Test
  void aQueueThatBecomesSlowerAsks() {
    List<LatencyShift> asked = new ArrayList<>();
    for (int interval = 0; interval < 3 * LatencyWatch.PERIOD; interval++) {
      double slow = interval < LatencyWatch.PERIOD ? 1_000 : 2_000;
      List<Message> messages = watch.add(List.of(request("slow", slow), request("calm", 1_000)));
      ((Request) messages.get(0)).latency().ifPresent(asked::add);
      assertThat(((Request) messages.get(1)).latency()).isEmpty();
    }
    assertThat(asked).hasSize(2);
    assertThat(asked.getFirst().currentMicros()).isEqualTo(2_000);
    assertThat(asked.getFirst().wantedMicros()).isCloseTo(1_000, within(50.0));
  }

  /** Shows that a queue that goes is forgotten, and that one without reads says nothing. */
  @Test
  void whatIsGoneIsForgotten() {
    for (int interval = 0; interval < LatencyWatch.PERIOD; interval++) {
      watch.add(List.of(request("a", 1_000)));
    }
    watch.add(List.of());
    for (int interval = 0; interval < 2 * LatencyWatch.PERIOD; interval++) {
      Request request = (Request) watch.add(List.of(request("a", 5_000))).getFirst();
      assertThat(request.latency()).isEmpty();
    }
    assertThat(watch.add(List.of(request("a", 0)))).containsExactly(request("a", 0));
  }

  private static Request request(String application, double latencyMicros) {
    Flow reads = latencyMicros == 0 ? Flow.NONE : new Flow(100, 100, 409_600, latencyMicros);
    return new Request(
        new QueueId(new ApplicationId("h:" + application), new LunId("serial:x")),
        new DomainId("disk:x"),
        new HostId("h"),
        1,
        Instant.EPOCH,
        1_000,
        new QueueSample(reads, Flow.NONE, 0.1, QueueSample.LatencySource.LUN),
        new Demand(
            Demand.Quality.OBSERVED, Bandwidth.of(100, 409_600), Optional.empty(), "all of it"),
        Optional.empty());
  }
}
