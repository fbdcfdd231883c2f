package io.oasis.agent.latency.evaluate;

import io.oasis.agent.latency.LatencyWatch;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.util.Optional;

/** What runs in an agent, with what an agent hands to it. */
final class Production implements Rival {
  private static final QueueId QUEUE = new QueueId(new ApplicationId("h:a"), new LunId("serial:x"));
  private static final Optional<RateBound> CAP = Optional.of(RateBound.ofIops(1_000_000));

  private final LatencyWatch watch = new LatencyWatch();

  @Override
  public int settings() {
    return 1;
  }

  @Override
  public void add(long second, Second did, boolean[] told) {
    Flow reads = new Flow(did.reads(), did.reads(), did.reads() * did.bytes(), did.micros());
    QueueSample sample =
        new QueueSample(
            reads,
            Flow.NONE,
            did.reads() * did.micros() * 1e-6,
            Optional.of(did.held()),
            QueueSample.LatencySource.LUN);
    watch.begin(second);
    told[0] = watch.add(QUEUE, sample, 1, did.held() > 0 ? CAP : Optional.empty()).isPresent();
  }
}
