package io.oasis.lab.loop;

import io.oasis.agent.HostAgent;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.sim.Timeline;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.Message;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The production agent of one simulated host. */
public final class AgentNode {
  private final LabHost host;
  private final WallClock clock;
  private final Consumer<Message> out;
  private @Nullable HostAgent agent;

  AgentNode(
      Timeline time,
      LabHost host,
      WallClock clock,
      long firstNanos,
      long intervalNanos,
      Consumer<Message> out) {
    this.host = host;
    this.clock = clock;
    this.out = out;
    this.agent = new HostAgent(host.id());
    time.every(firstNanos, intervalNanos, this::interval);
  }

  private void interval() {
    if (agent != null) {
      agent.interval(host.snapshot(), clock.now()).forEach(out);
    }
  }

  void take(Message message) {
    if (agent != null && message instanceof GrantBatch grants) {
      agent.take(grants);
    }
  }

  /** The process dies. */
  public void stop() {
    agent = null;
  }

  /** The process starts with nothing. */
  public void start() {
    agent = new HostAgent(host.id());
  }
}
