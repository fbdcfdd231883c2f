package io.oasis.lab.brick;

import io.oasis.brick.discipline.Session;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.Port;

/** An application of one or several workers at a brick: when its I/Os were let go and completed. */
public final class Client implements Port {
  private final LabBrick brick;
  private final Session session;
  private final Moments released = new Moments();
  private final Moments completed = new Moments();
  private final Moments latencies = new Moments();

  private long arrivals;

  Client(LabBrick brick, Session session) {
    this.brick = brick;
    this.session = session;
  }

  public Session session() {
    return session;
  }

  public String name() {
    return session.name();
  }

  /** I/Os that its workers issued. */
  public long arrivals() {
    return arrivals;
  }

  /** When the discipline let its I/Os go. */
  public Moments released() {
    return released;
  }

  /** When its I/Os completed. */
  public Moments completed() {
    return completed;
  }

  /** From arrival to completion, in the order of {@link #completed}, in nanoseconds. */
  public Moments latencies() {
    return latencies;
  }

  @Override
  public void submit(Io io) {
    send(new Scheduled(this, io.isWrite(), io.offset(), io.bytes(), () -> completed(io)));
  }

  /**
   * Sends an I/O that is no worker's.
   *
   * @param id older requests have lower ones; 0 for none
   * @param done what follows once it is done
   */
  public void send(boolean isWrite, long offset, int bytes, long id, Runnable done) {
    Scheduled io = new Scheduled(this, isWrite, offset, bytes, done);
    io.number(id);
    send(io);
  }

  /** Sends an I/O that nobody waits for yet. */
  public void sendAhead(boolean isWrite, long offset, int bytes, Runnable done) {
    Scheduled io = new Scheduled(this, isWrite, offset, bytes, done);
    io.letOthersPass();
    send(io);
  }

  private void send(Scheduled io) {
    arrivals++;
    brick.arrive(io);
  }

  @Override
  public void completed(Io io) {
    io.worker().completed(io);
  }

  void released(long now) {
    released.add(now);
  }

  void completed(Scheduled io, long now) {
    completed.add(now);
    latencies.add(now - io.arrivedNanos());
  }
}
