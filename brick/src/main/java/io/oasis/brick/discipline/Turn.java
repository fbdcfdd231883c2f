package io.oasis.brick.discipline;

import java.util.Optional;

/**
 * A session's slice of a device's time and what fits into it.
 *
 * <p>Law: a slice has three phases. What has queued up is sent, as much as is expected to be done
 * in time; while that leaves room, what arrives passes through; once another I/O would not be done
 * in time, the slice only waits for what is at the device. An I/O is expected to take the moving
 * average of (time in which the device was busy / I/Os) over the slices before, draining included,
 * so a slice that drained for too long has fewer I/Os sent in the next one. With 10 ms per I/O and
 * 140 ms, fourteen are sent; one that is alone may follow them if there are 10 ms left.
 *
 * <p>An I/O for which a whole slice is too short, or whose session was passed over once because too
 * little was left, is sent all the same: everybody gets somewhere.
 *
 * <p>Source: Argon, sections 3.5 and 4.4.
 */
class Turn extends SessionQueue {
  /** Weight of the last slice in the average; the papers name none. */
  private static final double WEIGHT = 0.25;

  private double serviceNanos;
  private boolean measured;
  private long endNanos;
  private double fullNanos;
  private int budget;
  private int sent;
  private int done;
  private long busyNanos;
  private long busySince;
  private boolean passedOver;
  private final ServiceMeter meter = new ServiceMeter();

  /**
   * @param guessNanos what an I/O is expected to take before any has been measured
   */
  Turn(Session session, double guessNanos) {
    super(session);
    serviceNanos = guessNanos;
  }

  /**
   * The slice begins; the device is idle.
   *
   * @param full length of the slice when nobody makes it shorter
   */
  void begin(long now, long end, double full) {
    endNanos = end;
    fullNanos = full;
    budget = (int) StrictMath.max(1, (end - now) / serviceNanos);
    sent = 0;
    done = 0;
    busyNanos = 0;
    meter.begin();
  }

  /** Whether it has sent anything in this slice. */
  boolean isUsed() {
    return sent > 0;
  }

  /** Whether another I/O may be sent; the slice has not ended. */
  boolean fits(long now, int outstanding) {
    if (sent == 0 && outstanding == 0 && (passedOver || fullNanos < serviceNanos)) {
      return true;
    }
    double ready = now + (outstanding + 1) * serviceNanos;
    return ready <= endNanos && (sent < budget || outstanding == 0);
  }

  /** The next I/O, which goes to the device now. */
  Io send(long now, int outstanding) {
    if (outstanding == 0) {
      busySince = now;
    }
    sent++;
    meter.sent(size(), outstanding, now);
    return poll();
  }

  /** One of its I/Os is done; so many are still there. */
  void completed(long now, int outstanding) {
    done++;
    meter.completed(outstanding, now);
    if (outstanding == 0) {
      busyNanos += now - busySince;
    }
  }

  /** What was learned of the session in its slices. */
  Optional<Served> served() {
    return meter.served();
  }

  /** The slice has ended and the device is idle. */
  void end() {
    passedOver = sent == 0 && !isEmpty();
    if (done > 0) {
      double took = StrictMath.max(1, (double) busyNanos / done);
      serviceNanos = measured ? serviceNanos + WEIGHT * (took - serviceNanos) : took;
      measured = true;
    }
  }
}
