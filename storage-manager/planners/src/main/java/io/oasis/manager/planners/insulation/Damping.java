package io.oasis.manager.planners.insulation;

import java.time.Duration;

/**
 * When a plan that is carried out is made anew.
 *
 * @param trial a workload is on trial at least this long, and a change of what was measured counts
 *     once it has been there for this long without a break
 * @param dwell no plan sooner after the last one
 * @param prediction a profile is another one when the part of its efficiency that its workload is
 *     expected to keep in its place is another by this, of 1
 * @param need a profile is another one, too, when what its workload needs of time or cache is
 *     another by this part
 */
public record Damping(Duration trial, Duration dwell, double prediction, double need) {
  /**
   * Slices come some times a second, so a trial has tens of them; a cache has been filled anew
   * after some tens of seconds. Prediction and measurement are 0.03 apart on real sockets, so less
   * is noise, and service times of a disk vary by a fifth from one period of some seconds to the
   * next.
   */
  public static final Damping DEFAULT =
      new Damping(Duration.ofSeconds(10), Duration.ofSeconds(30), 0.03, 0.2);

  public Damping {
    if (trial.isNegative() || dwell.isNegative() || !(prediction >= 0) || !(need >= 0)) {
      throw new IllegalArgumentException(
          "trial = %s, dwell = %s, prediction = %s, need = %s: must not be negative"
              .formatted(trial, dwell, prediction, need));
    }
  }
}
