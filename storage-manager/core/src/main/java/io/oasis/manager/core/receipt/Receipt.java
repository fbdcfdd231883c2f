package io.oasis.manager.core.receipt;

import java.time.Instant;

/**
 * Where one queue's latency of a minute came from: means per I/O, in microseconds. The parts add up
 * to {@code total}.
 *
 * @param at the end of the minute
 * @param ios how many it speaks of
 * @param measured what the agent measured; {@code total} exceeds it by what a limit held back above
 *     the counters, where nobody measures it
 */
public record Receipt(Instant at, double ios, double measured, double total, Parts parts) {

  /** How far the parts are from adding up. */
  public double remainder() {
    return total - parts.sum();
  }
}
