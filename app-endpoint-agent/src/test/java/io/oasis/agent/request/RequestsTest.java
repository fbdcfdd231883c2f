package io.oasis.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.agent.analyse.LunFinding;
import io.oasis.agent.analyse.QueueFinding;
import io.oasis.agent.sample.LunSample;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.Grant;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows when bandwidth is requested, by the paper's words, and which grants are believed. */
class RequestsTest {
  private static final QueueId QUEUE = new QueueId(new ApplicationId("h:/a"), new LunId("wwid:a"));

  /** OASIS, section 3.3.1: "In the initial communication ... the total bandwidth requirement". */
  @Test
  void atFirstTheTotalIsRequested() {
    assertThat(requested(true, 100, 100, RateBound.ofIops(500)))
        .contains(Bandwidth.of(100, 409_600));
  }

  /** OASIS, section 3.3.1: "(i) the average arrival rate exceeds the bandwidth allocation". */
  @Test
  void arrivalsAboveTheAllocationAreRequested() {
    assertThat(requested(false, 600, 500, RateBound.ofIops(500)))
        .contains(Bandwidth.of(600, 600 * 4_096));
    assertThat(requested(false, 600, 600, RateBound.ofBytesPerSecond(500 * 4_096)))
        .contains(Bandwidth.of(600, 600 * 4_096));
  }

  /**
   * OASIS, section 3.3.1: "(ii) the observed average completion rate is lower than the bandwidth
   * allocation even though the demand is equal to or higher than the allocation".
   */
  @Test
  void completionsThatLagBehindAMetAllocationAreRequested() {
    assertThat(requested(false, 500, 300, RateBound.ofIops(500))).isPresent();
    assertThat(requested(false, 300, 300, RateBound.ofIops(500))).isEmpty();
    assertThat(requested(false, 490, 490, RateBound.ofIops(500))).isEmpty();
  }

  /** A limit of 60.2 carries out an allocation of 58.4, which is less than 60; one of 61.8, 60. */
  @Test
  void arrivalsBetweenAnAllocationAndItsLimitAreRequested() {
    assertThat(requested(false, 60, 59, RateBound.ofIops(60.2)))
        .contains(Bandwidth.of(60, 60 * 4_096));
    assertThat(requested(false, 60, 60, RateBound.ofIops(61.8))).isEmpty();
  }

  @Test
  void withoutAGrantThereIsNoAllocationAndWithoutABoundAllOfIt() {
    assertThat(Requests.requested(finding(false, 100, 100), Optional.empty())).isPresent();
    assertThat(Requests.requested(finding(false, 0, 0), Optional.empty())).isEmpty();
    assertThat(
            Requests.requested(
                finding(false, 100, 100),
                grant(QUEUE, 1, 1, Optional.empty()).grants().stream().findFirst()))
        .isEmpty();
  }

  @Test
  void onlyNewerGrantsOfThisHostAreTaken() {
    Grants grants = new Grants(new HostId("h"));
    grants.take(grant(QUEUE, 2, 10, Optional.of(RateBound.ofIops(200))));
    grants.take(grant(QUEUE, 1, 9, Optional.of(RateBound.ofIops(100))));
    assertThat(grants.enforced(QUEUE)).contains(RateBound.ofIops(200));
    grants.take(grant(QUEUE, 1, 11, Optional.of(RateBound.ofIops(50))));
    assertThat(grants.enforced(QUEUE)).as("given later").contains(RateBound.ofIops(50));
    grants.take(grant(QUEUE, 3, 12, Optional.empty()));
    assertThat(grants.enforced(QUEUE)).isEmpty();
    QueueId other = new QueueId(new ApplicationId("h2:/a"), new LunId("wwid:a"));
    grants.take(grant(other, 3, 12, Optional.of(RateBound.ofIops(1))));
    assertThat(grants.of(other)).isEmpty();
  }

  /** Within 3 % counts of an interval agree with what was allocated. */
  @Test
  void completionsOfNearlyTheAllocationDoNotLag() {
    assertThat(requested(false, 490, 485, RateBound.ofIops(500))).isEmpty();
    assertThat(requested(false, 490, 484, RateBound.ofIops(500))).isPresent();
  }

  @Test
  void anAllocationInBytesIsLaggedBehindInBytes() {
    RateBound bound = RateBound.ofBytesPerSecond(500 * 4_096);
    assertThat(requested(false, 300, 300, bound)).isEmpty();
    assertThat(requested(false, 480, 300, bound)).isEmpty();
    assertThat(requested(false, 490, 300, bound)).contains(Bandwidth.of(490, 490 * 4_096));
    assertThat(requested(false, 490, 490, bound)).isEmpty();
  }

  @Test
  void ofEachLunItsQueuesAreToldAndWhatItDidItself() {
    Flow reads = new Flow(110, 100, 409_600, 2_000);
    Flow writes = new Flow(55, 50, 204_800, 3_000);
    LunSample sample =
        new LunSample(
            QUEUE.lun(),
            new DomainId("disk:wwid:a"),
            0.25,
            reads,
            writes,
            new LunSample.Device(150, 614_400, 4, 0.5, 0),
            List.of());
    QueueFinding queue = finding(true, 110, 100);
    List<Message> messages =
        Requests.of(
            List.of(new LunFinding(sample, LunReport.Pressure.SATURATED, 1_500, List.of(queue))),
            new HostId("h"),
            7,
            Instant.EPOCH,
            _ -> Optional.empty(),
            (_, _, _) -> Optional.empty());
    LunInterval interval =
        new LunInterval(sample.domain(), QUEUE.lun(), new HostId("h"), 7, Instant.EPOCH, 250);
    Request request =
        new Request(
            QUEUE.application(),
            queue.sample(),
            queue.demand(),
            Optional.of(Bandwidth.of(110, 110 * 4_096)),
            Optional.empty());
    assertThat(messages)
        .containsExactly(
            new RequestBatch(interval, List.of(request)),
            new LunReport(interval, reads, writes, 4, 0.5, 1_500, LunReport.Pressure.SATURATED, 1));
  }

  /** Grants of queues that are long gone stay in the topic. */
  @Test
  void noMoreThanTwentyThousandGrantsAreKept() {
    Grants grants = new Grants(new HostId("h"));
    for (int i = 0; i < 19_999; i++) {
      grants.take(grant(queue("h:/" + i), 1, 10, Optional.empty()));
    }
    grants.take(grant(QUEUE, 1, 10, Optional.of(RateBound.ofIops(100))));
    QueueId late = queue("h:/late");
    grants.take(grant(late, 1, 10, Optional.empty()));
    assertThat(grants.of(late)).isEmpty();
    grants.take(grant(QUEUE, 2, 10, Optional.of(RateBound.ofIops(200))));
    assertThat(grants.enforced(QUEUE)).contains(RateBound.ofIops(200));
  }

  private static QueueId queue(String application) {
    return new QueueId(new ApplicationId(application), new LunId("wwid:a"));
  }

  private static Optional<Bandwidth> requested(
      boolean first, double arrived, double done, RateBound allocation) {
    GrantBatch grants = grant(QUEUE, 1, 1, Optional.of(allocation));
    return Requests.requested(
        finding(first, arrived, done), Optional.of(grants.grants().getFirst()));
  }

  private static QueueFinding finding(boolean first, double arrived, double done) {
    return new QueueFinding(
        QUEUE,
        new QueueSample(
            new Flow(arrived, done, done * 4_096, 1_000),
            Flow.NONE,
            1,
            Optional.empty(),
            QueueSample.LatencySource.LUN),
        new Demand(Demand.Quality.OBSERVED, Bandwidth.of(done, 0), Optional.empty(), "test"),
        first);
  }

  private static GrantBatch grant(
      QueueId queue, long sequence, long second, Optional<RateBound> bound) {
    return new GrantBatch(
        new DomainId("disk:wwid:a"),
        Instant.ofEpochSecond(second),
        List.of(new Grant(queue, new Version(1, sequence), bound, true, "test")));
  }
}
