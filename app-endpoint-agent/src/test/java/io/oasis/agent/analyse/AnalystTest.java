package io.oasis.agent.analyse;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.agent.sample.LunSample;
import io.oasis.agent.sample.QueueActivity;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows which queues and LUNs are reported, for how long, how many, and what is said to wait. */
class AnalystTest {
  private static final LunId LUN = new LunId("wwid:a");

  private final Analyst analyst = new Analyst(3);
  private double unserved;

  @Test
  void anIdleQueueIsReportedForAMinuteAndThenForgotten() {
    assertThat(analyse(0, 100).getFirst().queues()).hasSize(1);
    QueueFinding idle = analyse(60, 0, 50).getFirst().queues().getFirst();
    assertThat(idle.sample().completionsPerSecond()).isZero();
    assertThat(idle.first()).isFalse();
    assertThat(analyse(61, 0, 50).getFirst().queues())
        .extracting(QueueFinding::queue)
        .containsExactly(queue(1));
  }

  @Test
  void aLunThatWasNeverActiveIsNotReported() {
    assertThat(analyse(0)).isEmpty();
  }

  @Test
  void anIdleLunIsReportedForAMinute() {
    analyse(0, 100);
    assertThat(analyse(60)).hasSize(1);
    analyse(61);
    assertThat(analyse(62)).isEmpty();
  }

  @Test
  void theBusiestAreKeptWhenThereAreTooMany() {
    assertThat(analyse(0, 1, 50, 2, 40, 30).getFirst().queues())
        .extracting(QueueFinding::queue)
        .containsExactly(queue(1), queue(3), queue(4));
    assertThat(analyst.leftOut()).isEqualTo(2);
  }

  @Test
  void anIntervalWithoutCountersGivesStaleDemands() {
    analyse(0, 100);
    var stale = analyst.notMeasured();
    assertThat(stale.get(LUN))
        .singleElement()
        .satisfies(q -> assertThat(q.demand().quality()).isEqualTo(Demand.Quality.STALE));
  }

  @Test
  void nothingHeldIsNotBelievedWhereTheLunItselfLetsWait() {
    for (int second = 0; second < 10; second++) {
      assertThat(limited(second, 2, 0)).contains(0.0);
    }
    assertThat(limited(10, 32, 0)).as("its limit may be below the LUN").isEmpty();
    assertThat(limited(11, 32, 20)).contains(20.0);
    assertThat(limited(12, 32, 0)).as("limits were seen to hold above").contains(0.0);
  }

  /** One at a time would be 2 deep. */
  @Test
  void upToTwiceTheDepthOfOneIoAtATimeIsNoSignOfALimitBelow() {
    for (int second = 0; second < 10; second++) {
      limited(second, 2, 0);
    }
    assertThat(limited(10, 4, 0)).contains(0.0);
  }

  @Test
  void nothingWaitsBehindALimitThatIsNotThere() {
    assertThat(analyse(0, 100).getFirst().queues().getFirst().sample().held()).contains(0.0);
  }

  /** Its I/Os may be those that the device does not get to: it is there for as long as they are. */
  @Test
  void whoIsNotServedIsToldForAsLongAsSomethingIsNot() {
    analyse(0, 900, 8);
    assertThat(unserved(1, 900, 8)).containsExactly(Optional.empty(), Optional.empty());
    unserved = 8;
    for (int second = 2; second <= 200; second++) {
      assertThat(unserved(second, 900, 0)).containsExactly(Optional.empty(), Optional.of(8.0));
    }
    assertThat(unserved(201, 900, 2))
        .as("is served")
        .containsExactly(Optional.empty(), Optional.empty());
    unserved = 0;
    assertThat(unserved(202, 900, 0)).containsExactly(Optional.empty(), Optional.empty());
    assertThat(unserved(262, 900, 0)).as("has gone").hasSize(1);
  }

  private List<Optional<Double>> unserved(long second, double... rates) {
    return analyse(second, rates).getFirst().queues().stream()
        .map(queue -> queue.sample().unserved())
        .toList();
  }

  /** What is said of a queue with a limit and 1,000 I/Os a second on a LUN so deep. */
  private Optional<Double> limited(int second, double outstanding, double held) {
    QueueSample did =
        new QueueSample(
            flow(1_000), Flow.NONE, outstanding, Optional.of(held), QueueSample.LatencySource.LUN);
    LunSample.Device device = new LunSample.Device(1_000, 4_096_000, outstanding, 1, 0);
    LunSample sample =
        new LunSample(
            LUN,
            new DomainId("disk:wwid:a"),
            1,
            flow(1_000),
            Flow.NONE,
            device,
            List.of(new QueueActivity(queue(0), did)));
    return analyst
        .analyse(List.of(sample), _ -> Optional.of(RateBound.ofIops(500)), second)
        .getFirst()
        .queues()
        .getFirst()
        .sample()
        .held();
  }

  /** One LUN and one queue for each of the rates that is not zero. */
  private List<LunFinding> analyse(long second, double... rates) {
    List<QueueActivity> queues = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < rates.length; i++) {
      sum += rates[i];
      if (rates[i] > 0) {
        queues.add(
            new QueueActivity(
                queue(i),
                new QueueSample(
                    flow(rates[i]),
                    Flow.NONE,
                    0.01,
                    Optional.empty(),
                    QueueSample.LatencySource.LUN)));
      }
    }
    LunSample sample =
        new LunSample(
            LUN,
            new DomainId("disk:wwid:a"),
            1,
            flow(sum),
            Flow.NONE,
            new LunSample.Device(sum, sum * 4_096, sum / 1e4, 0.1, unserved),
            queues);
    return analyst.analyse(List.of(sample), _ -> Optional.empty(), second);
  }

  private static Flow flow(double rate) {
    return new Flow(rate, rate, rate * 4_096, rate == 0 ? 0 : 100);
  }

  private static QueueId queue(int number) {
    return new QueueId(new ApplicationId("h:/" + number), LUN);
  }
}
