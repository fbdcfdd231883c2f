package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what the reads and writes of a queue or a LUN amount to, and what is kept beside them. */
class RatesTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final Flow READS = new Flow(100, 90, 4_000, 200);
  private static final Flow WRITES = new Flow(50, 10, 1_000, 1_200);
  private static final DomainId DOMAIN = new DomainId("d");
  private static final DomainId OTHER = new DomainId("e");
  private static final LunInterval INTERVAL =
      new LunInterval(DOMAIN, new LunId("l"), new HostId("h"), 7, AT, 1_000);
  private static final LunInterval TOLD_TO_OTHER =
      new LunInterval(OTHER, new LunId("l"), new HostId("h"), 7, AT, 1_000);

  /** (200 us of 90 and 1200 us of 10) by 100 = 300 us. */
  @Test
  void aQueueDoesWhatItsReadsAndWritesDo() {
    QueueSample sample = sample(READS, WRITES);
    assertThat(sample.arrivalsPerSecond()).isEqualTo(150);
    assertThat(sample.completionsPerSecond()).isEqualTo(100);
    assertThat(sample.bytesPerSecond()).isEqualTo(5_000);
    assertThat(sample.bandwidth()).isEqualTo(Bandwidth.of(100, 5_000));
    assertThat(sample.meanLatencyMicros()).isEqualTo(300);
  }

  @Test
  void aLunDoesWhatItsReadsAndWritesDo() {
    LunReport report = report(INTERVAL);
    assertThat(report.completionsPerSecond()).isEqualTo(100);
    assertThat(report.bytesPerSecond()).isEqualTo(5_000);
    assertThat(report.meanLatencyMicros()).isEqualTo(300);
  }

  @Test
  void whoDoesOnlyOneOfThemHasItsLatencyAndWhoDoesNoneHasZero() {
    assertThat(sample(READS, Flow.NONE).meanLatencyMicros()).isEqualTo(200);
    assertThat(sample(Flow.NONE, WRITES).meanLatencyMicros()).isEqualTo(1_200);
    assertThat(sample(new Flow(5, 0, 0, 0), Flow.NONE).meanLatencyMicros()).isZero();
  }

  @Test
  void whatWaitsAndWhatIsNotServedIsChangedAlone() {
    QueueSample sample = sample(READS, WRITES).withHeld(Optional.of(3.0)).withUnserved(0.5);
    assertThat(sample)
        .isEqualTo(
            new QueueSample(
                READS,
                WRITES,
                4,
                Optional.of(3.0),
                Optional.of(0.5),
                QueueSample.LatencySource.QUEUE));
    assertThat(sample.withUnserved(0).unserved()).isEmpty();
    assertThat(sample.withUnserved(0).held()).contains(3.0);
    assertThat(sample.withHeld(Optional.empty()).unserved()).contains(0.5);
  }

  @Test
  void whatIsSentToAnotherDomainSaysTheSameOfTheSameLun() {
    Request request =
        new Request(
            new ApplicationId("h:/a"),
            sample(READS, WRITES),
            new Demand(Demand.Quality.OBSERVED, Bandwidth.of(1, 1), Optional.empty(), ""),
            Optional.empty(),
            Optional.empty());
    assertThat(report(INTERVAL).in(OTHER)).isEqualTo(report(TOLD_TO_OTHER));
    assertThat(report(INTERVAL).in(OTHER).domain()).isEqualTo(OTHER);
    RequestBatch batch = new RequestBatch(INTERVAL, List.of(request));
    assertThat(batch.in(OTHER)).isEqualTo(new RequestBatch(TOLD_TO_OTHER, List.of(request)));
    assertThat(batch.queue(request)).isEqualTo(QueueId.parse("h:/a|l"));
  }

  private static QueueSample sample(Flow reads, Flow writes) {
    return new QueueSample(reads, writes, 4, Optional.of(9.0), QueueSample.LatencySource.QUEUE);
  }

  private static LunReport report(LunInterval interval) {
    return new LunReport(interval, READS, WRITES, 4, 0.5, 150, LunReport.Pressure.SATURATED, 2);
  }
}
