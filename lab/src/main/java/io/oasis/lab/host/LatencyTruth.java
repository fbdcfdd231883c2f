package io.oasis.lab.host;

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

  void add(Io io, long now) {
    ios++;
    held += io.passedAt - io.issuedAt;
    int ahead = io.ownAhead + io.othersAhead;
    double inBackend = now - io.passedAt;
    double service = inBackend / (ahead + 1);
    inService += service;
    waitingForOthers += service * io.othersAhead;
    waitingForItself += service * io.ownAhead;
  }

  /** Means in microseconds. */
  public record Means(double device, double neighbours, double cap, double application) {
    public double total() {
      return device + neighbours + cap + application;
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
