package io.oasis.agent;

import io.oasis.protocol.HostInventory;
import io.oasis.protocol.Message;
import java.time.Instant;
import java.util.List;

/** Where an agent's measurements come from. Not for several threads. */
interface Source extends AutoCloseable {
  /**
   * Measures, and has the agent word the interval.
   *
   * @param nanos of a monotonic clock
   */
  List<Message> interval(HostAgent agent, long nanos, Instant at);

  /** What was there when it measured last. */
  HostInventory inventory(HostAgent agent, Instant at);

  /** Another number when the inventory has changed. */
  int census();

  @Override
  void close();
}
