package io.oasis.lab.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.oasis.agent.sample.LunSample;
import io.oasis.brick.device.FixedRate;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Stage;
import io.oasis.protocol.QueueSample;
import org.junit.jupiter.api.Test;

/** What the paper's end-point sees of an application that its device cannot serve. */
class EndPointTest {
  private final World world = new World(1);
  private final LabHost host = world.host("h", LabHost.Enforcement.ARRAY);
  private final EndPoint endPoint = new EndPoint(host);

  /** What waits inside the application, too, has arrived. */
  @Test
  void arrivalsAreWhatIsMadeAndCompletionsWhatCameBack() {
    Backend backend = new Backend(world.time(), new FixedRate<>(20, 10e9));
    Stage.Arrival arrival = new Stage.Arrival.Open(60, false, 4);
    world.run(host, world.lun(host, "sda", backend, 0), "app", 0, Stage.random(arrival));
    world.runUntil(10);
    assertThat(endPoint.sample(host.snapshot())).isEmpty();
    world.runUntil(20);
    LunSample lun = endPoint.sample(host.snapshot()).getFirst();
    QueueSample queue = lun.queues().getFirst().sample();
    assertThat(queue.arrivalsPerSecond()).isCloseTo(60, offset(0.2));
    assertThat(queue.completionsPerSecond()).isCloseTo(20, offset(0.2));
    assertThat(queue.outstanding()).isCloseTo(4, offset(0.01));
    assertThat(queue.meanLatencyMicros()).isCloseTo(200_000, offset(10.0));
  }
}
