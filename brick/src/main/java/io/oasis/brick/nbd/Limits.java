package io.oasis.brick.nbd;

import java.time.Duration;

/**
 * What a client may cost.
 *
 * @param maxConnections further ones are closed at once
 * @param maxRequests outstanding per connection; the next one is read when one was answered
 * @param maxPayloadBytes of one read or write; 32 MiB is what the protocol lets every client expect
 * @param memoryBytes for all payloads of all connections beyond their own small buffers
 * @param handshake time in which negotiation must be done
 * @param stall time without progress inside a request or an answer after which a client is cut off
 * @param busyPoll how long a thread may look for the next request before it sleeps; 0 for never
 */
public record Limits(
    int maxConnections,
    int maxRequests,
    int maxPayloadBytes,
    long memoryBytes,
    Duration handshake,
    Duration stall,
    Duration busyPoll) {
  /** What the protocol lets a client expect that asked for no block sizes. */
  private static final int LEAST_PAYLOAD_BYTES = 1 << 20;

  private static final int MOST_PAYLOAD_BYTES = 1 << 30;

  public Limits {
    if (maxConnections < 1) {
      throw new IllegalArgumentException("maxConnections must be >= 1, was " + maxConnections);
    }
    if (maxRequests < 1) {
      throw new IllegalArgumentException("maxRequests must be >= 1, was " + maxRequests);
    }
    if (maxPayloadBytes < LEAST_PAYLOAD_BYTES || maxPayloadBytes > MOST_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "maxPayloadBytes must be 1 MiB to 1 GiB, was " + maxPayloadBytes);
    }
    if (memoryBytes < 2L * maxPayloadBytes) {
      throw new IllegalArgumentException(
          "memoryBytes must hold two of the largest payloads, was " + memoryBytes);
    }
    if (handshake.isNegative() || handshake.isZero() || stall.isNegative() || stall.isZero()) {
      throw new IllegalArgumentException("handshake and stall must be longer than nothing");
    }
    if (busyPoll.isNegative()) {
      throw new IllegalArgumentException("busyPoll must be >= 0, was " + busyPoll);
    }
  }
}
