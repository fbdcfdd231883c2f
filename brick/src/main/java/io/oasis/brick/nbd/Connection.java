package io.oasis.brick.nbd;

import io.oasis.brick.os.Memory;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client, from its arrival to its end: a thread, a deadline for negotiating, and two pulses.
 */
final class Connection implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private final SocketChannel channel;
  private final Handshake.Offer offer;
  private final Limits limits;
  private final Memory memory;
  private final Runnable ended;
  private final Pulse reading = new Pulse();
  private final Pulse writing = new Pulse();
  private final long beganNanos = System.nanoTime();
  private volatile boolean negotiated;

  Connection(
      SocketChannel channel, Handshake.Offer offer, Limits limits, Memory memory, Runnable ended) {
    this.channel = channel;
    this.offer = offer;
    this.limits = limits;
    this.memory = memory;
    this.ended = ended;
  }

  @Override
  public void run() {
    try (channel) {
      Wire wire = new PlainWire(channel, new BusyPoll(limits.busyPoll()));
      Inbound in = new Inbound(wire, reading, memory);
      try {
        Optional<Handshake.Agreement> agreement = new Handshake(wire, in, offer).run();
        negotiated = true;
        if (agreement.isPresent()) {
          transmit(in, agreement.get());
        }
      } finally {
        in.release();
      }
    } catch (IOException e) {
      LOG.debug("a connection ended: {}", e.toString());
    } finally {
      ended.run();
    }
  }

  private void transmit(Inbound in, Handshake.Agreement agreement) throws IOException {
    Answers answers = new Answers(agreement.wire(), agreement.structured(), memory, writing);
    try {
      new Transmission(in, answers, agreement, memory, limits).run();
    } finally {
      answers.release();
    }
  }

  /** How long the client has owed something beyond what it may, at {@code now}; 0 if it has not. */
  long overdueNanos(long now) {
    if (!negotiated) {
      return Math.max(0, now - beganNanos - limits.handshake().toNanos());
    }
    return Math.max(0, stalledNanos(now) - limits.stall().toNanos());
  }

  /** How long the client has kept the server waiting in the middle of something. */
  long stalledNanos(long now) {
    return Math.max(reading.waitedNanos(now), writing.waitedNanos(now));
  }

  /** Ends it from outside. */
  void cut() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("a connection could not be closed: {}", e.toString());
    }
  }
}
