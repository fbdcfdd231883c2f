package io.oasis.lab.host;

import org.jspecify.annotations.Nullable;

/**
 * Where the latency of one queue's I/O came from, as only the model can know: sums in nanoseconds.
 * Valid on a backend that serves I/O one by one, in order, all of one size.
 */
public final class LatencyTruth {
  private double ios;
  private double held;
  private double waitingForOthers;
  private double waitingForItself;
  private double inService;

  /** Takes an I/O that is done now, and whose service began when it says. */
  void add(Io io, long now) {
    ios++;
    held += io.passedAt - io.issuedAt;
    double service = now - io.startedAt;
    double waiting = io.startedAt - io.passedAt;
    inService += service;
    // Of what was ahead, all was served in that time but a part of the first.
    double others =
        wasServedThen(io.firstOwnAhead, io)
            ? service * io.othersAhead
            : waiting - service * io.ownAhead;
    waitingForOthers += others;
    waitingForItself += waiting - others;
  }

  private static boolean wasServedThen(@Nullable Io ahead, Io io) {
    return ahead != null && ahead.startedAt <= io.passedAt;
  }

  /** Means in microseconds. */
  public record Means(double device, double neighbours, double limit, double application) {
    public double total() {
      return device + neighbours + limit + application;
    }
  }

  /** Of all I/O so far; forgets it. */
  public Means take() {
    double scale = ios == 0 ? 0 : 1 / ios / 1e3;
    Means means =
        new Means(
            inService * scale, waitingForOthers * scale, held * scale, waitingForItself * scale);
    ios = 0;
    held = 0;
    waitingForOthers = 0;
    waitingForItself = 0;
    inService = 0;
    return means;
  }
}
