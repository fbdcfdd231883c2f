package io.oasis.proving.fairness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the moment from which on an application had a device for itself. */
final class LeftAlone {
  /** Between two looks. */
  static final Duration STEP = Duration.ofMillis(100);

  /** Who gets this part of what it reaches alone has the device. */
  private static final double ALL = 0.9;

  /** A rate is a mean over so many seconds: slices of 100 ms are out. */
  private static final double MEAN_SECONDS = 0.5;

  private record Look(double seconds, long completed) {}

  private final double most;
  private final List<Look> looks = new ArrayList<>();

  /**
   * @param most I/Os per second that it reaches alone
   */
  LeftAlone(double most) {
    this.most = most;
  }

  /**
   * @param seconds since the others ended
   * @param completed I/Os, counted from any moment on
   */
  void see(double seconds, long completed) {
    looks.add(new Look(seconds, completed));
  }

  /** Seconds until it had the device and kept it; empty if it has not by the last look. */
  Optional<Double> since() {
    Optional<Double> since = Optional.empty();
    for (int from = 0; from < looks.size(); from++) {
      Look first = looks.get(from);
      for (int to = from + 1; to < looks.size(); to++) {
        double seconds = looks.get(to).seconds - first.seconds;
        if (seconds >= MEAN_SECONDS) {
          boolean isAll = (looks.get(to).completed - first.completed) / seconds >= ALL * most;
          since = isAll ? Optional.of(since.orElse(first.seconds)) : Optional.empty();
          break;
        }
      }
    }
    return since;
  }
}
