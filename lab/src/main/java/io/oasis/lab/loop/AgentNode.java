package io.oasis.lab.loop;

import io.oasis.agent.HostAgent;
import io.oasis.agent.latency.PaperWatch;
import io.oasis.agent.sample.Snapshot;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.sim.Timeline;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.Message;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The production agent of one simulated host. */
public final class AgentNode {
  private final Timeline time;
  private final LabHost host;
  private final long intervalNanos;
  private final WallClock clock;
  private final Consumer<Message> out;
  private @Nullable HostAgent agent;
  private long lastNanos;
  private long dueNanos = -1;
  private final @Nullable EndPoint endPoint;

  AgentNode(
      Timeline time,
      LabHost host,
      WallClock clock,
      long firstNanos,
      long intervalNanos,
      boolean hasEndPoint,
      Consumer<Message> out) {
    this.time = time;
    this.intervalNanos = intervalNanos;
    this.host = host;
    this.clock = clock;
    this.out = out;
    this.agent = anew();
    this.endPoint = hasEndPoint ? new EndPoint(host) : null;
    lastNanos = firstNanos - intervalNanos;
    plan();
  }

  private HostAgent anew() {
    return new HostAgent(host.id(), Duration.ofNanos(intervalNanos), new PaperWatch());
  }

  /** When the next interval ends, as long as nobody wishes another length. */
  private void plan() {
    long nanos = agent == null ? intervalNanos : agent.interval().toNanos();
    long due = StrictMath.max(time.now(), lastNanos + nanos);
    if (due != dueNanos) {
      dueNanos = due;
      time.at(due, () -> interval(due));
    }
  }

  private void interval(long due) {
    if (due != dueNanos) {
      return; // planned anew meanwhile
    }
    lastNanos = due;
    dueNanos = -1;
    measure();
    plan();
  }

  private void measure() {
    if (agent == null) {
      return;
    }
    Snapshot now = host.snapshot();
    (endPoint == null
            ? agent.interval(now, clock.now())
            : agent.interval(Optional.of(endPoint.sample(now)), now.nanos(), clock.now()))
        .forEach(out);
  }

  void take(Message message) {
    if (agent != null && message instanceof GrantBatch grants) {
      agent.take(grants);
      plan();
    }
  }

  /** The process dies. */
  public void stop() {
    agent = null;
  }

  /** The process starts with nothing. */
  public void start() {
    agent = anew();
  }
}
