package io.oasis.agent.analyse;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.agent.sample.LunSample;
import io.oasis.agent.sample.QueueActivity;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what of a LUN is said to the demand of its queues. */
class AnalystFiguresTest {
  private static final LunId LUN = new LunId("wwid:a");

  private final Analyst analyst = new Analyst();
  private long second;

  /** The LUN takes 8 ms: with 6 outstanding one could do 750/s. */
  @Test
  void aBusyDeviceIsToldWithTheDepthOfEachQueue() {
    LunFinding finding = finding(8, 1, queue("a", 500, 6), queue("b", 500, 2));
    assertThat(finding.pressure()).isEqualTo(Pressure.SATURATED);
    Demand demand = finding.queues().getFirst().demand();
    assertThat(demand.reason()).isEqualTo("on a busy device, never seen without neighbours");
    assertThat(demand.estimate().orElseThrow().iops().perSecond()).isEqualTo(750);
  }

  @Test
  void whoIsAloneOnABusyDeviceHasNoNeighbours() {
    assertThat(reason(finding(8, 1, queue("a", 1_000, 8)))).isEqualTo("alone on a busy device");
  }

  @Test
  void whileADeviceAnswersNothingAllItsQueuesWait() {
    finding(8, 1, queue("a", 500, 6), queue("b", 500, 2));
    assertThat(finding(6, 1).queues())
        .extracting(queue -> queue.demand().reason())
        .containsOnly("waits for a device that answers nothing")
        .hasSize(2);
  }

  /** In use for half of the time it has one I/O in it on average when they come at random. */
  @Test
  void moreThanComesAtRandomWaitedForADeviceThatIdled() {
    for (int i = 0; i < 5; i++) {
      finding(0.1, 0.1, queue("a", 100, 0.1));
    }
    assertThat(reason(finding(0.5, 0.5, queue("a", 80, 0.5)))).isEqualTo("nothing holds it back");
    assertThat(reason(finding(4, 0.5, queue("a", 50, 4))))
        .isEqualTo("waits for a device that idles at times");
  }

  private static String reason(LunFinding finding) {
    return finding.queues().getFirst().demand().reason();
  }

  private LunFinding finding(double outstanding, double utilisation, QueueActivity... queues) {
    double iops = 0;
    for (QueueActivity queue : queues) {
      iops += queue.sample().completionsPerSecond();
    }
    LunSample sample =
        new LunSample(
            LUN,
            new DomainId("disk:wwid:a"),
            1,
            flow(iops),
            Flow.NONE,
            new LunSample.Device(iops, iops * 4_096, outstanding, utilisation, 0),
            List.of(queues));
    return analyst.analyse(List.of(sample), _ -> Optional.empty(), ++second).getFirst();
  }

  private static QueueActivity queue(String name, double rate, double outstanding) {
    return new QueueActivity(
        new QueueId(new ApplicationId("h:/" + name), LUN),
        new QueueSample(
            flow(rate), Flow.NONE, outstanding, Optional.empty(), QueueSample.LatencySource.LUN));
  }

  private static Flow flow(double rate) {
    return new Flow(rate, rate, rate * 4_096, rate == 0 ? 0 : 100);
  }
}
