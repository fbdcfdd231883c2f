package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what becomes of samples that are shorter than a LUN is to be told of. */
class SpansTest {
  private static final DomainId QUICK = new DomainId("d:quick");
  private static final DomainId CALM = new DomainId("d:calm");

  private final Spans spans = new Spans();

  /** A LUN that is to be told of at once is; of the other the quarters are added up to a second. */
  @Test
  void onlyTheDomainThatWishesSoIsToldOfMoreOften() {
    for (int second = 0; second < 2; second++) {
      for (int quarter = 0; quarter < 4; quarter++) {
        List<LunSample> due =
            take(sample(QUICK, "a", 100, 4, 0.25), sample(CALM, "b", 100 * quarter, 4, 0.25));
        assertThat(due).hasSize(quarter == 3 ? 2 : 1);
        assertThat(due.getFirst().domain()).isEqualTo(QUICK);
        assertThat(due.getFirst().seconds()).isEqualTo(0.25);
        if (quarter == 3) {
          LunSample whole = due.getLast();
          assertThat(whole.seconds()).isEqualTo(1);
          assertThat(whole.reads().completionsPerSecond()).isEqualTo(150, within(1e-9));
          assertThat(whole.queues().getFirst().sample().completionsPerSecond())
              .isEqualTo(150, within(1e-9));
          assertThat(whole.device().iops()).isEqualTo(150, within(1e-9));
        }
      }
    }
  }

  /** Latencies are of I/Os: a quarter with more of them counts for more. */
  @Test
  void latencyIsWeighedByIos() {
    take(sample(CALM, "b", 300, 1, 0.5));
    LunSample whole = take(sample(CALM, "b", 100, 5, 0.5)).getFirst();
    assertThat(whole.reads().meanLatencyMicros()).isEqualTo(2_000, within(1e-6));
  }

  /** Who did I/O in one half only did half as much in the whole. */
  @Test
  void whoCameOrWentIsCountedForItsTime() {
    take(sample(CALM, "b", 100, 1, 0.5, "early"));
    LunSample whole = take(sample(CALM, "b", 100, 1, 0.5, "late")).getFirst();
    assertThat(whole.queues())
        .extracting(did -> did.queue().application().value())
        .containsExactly("h:early", "h:late");
    assertThat(whole.queues())
        .extracting(did -> did.sample().completionsPerSecond())
        .containsExactly(50.0, 50.0);
  }

  private List<LunSample> take(LunSample... samples) {
    return spans.take(List.of(samples), sample -> sample.domain().equals(QUICK) ? 0.25 : 1);
  }

  private static LunSample sample(
      DomainId domain, String lun, double iops, double latencyMillis, double seconds) {
    return sample(domain, lun, iops, latencyMillis, seconds, "app");
  }

  private static LunSample sample(
      DomainId domain, String lun, double iops, double millis, double seconds, String application) {
    LunId id = new LunId("serial:" + lun);
    Flow reads = new Flow(iops, iops, 4_096 * iops, 1_000 * millis);
    QueueSample did =
        new QueueSample(reads, Flow.NONE, 1, Optional.empty(), QueueSample.LatencySource.LUN);
    return new LunSample(
        id,
        domain,
        seconds,
        reads,
        Flow.NONE,
        new LunSample.Device(iops, 4_096 * iops, 1, 0.5, 0),
        List.of(new QueueActivity(new QueueId(new ApplicationId("h:" + application), id), did)));
  }
}
