package io.oasis.agent.latency.evaluate;

import java.util.SplittableRandom;

/** What becomes of latencies, and when. */
enum Change {
  STEP_12("x 1.2", 1.2),
  STEP_15("x 1.5", 1.5),
  STEP_20("x 2", 2),
  /** By half, little by little in six hours. */
  DRIFT("drift", 1.5),
  /** One read in 25 takes four times as long, all others a little less: the mean stays. */
  TAIL("tail", 1);

  private static final double DRIFT_SECONDS = 6 * 3_600;
  private static final double OF_TAIL = 0.04;
  private static final double TIMES_IN_TAIL = 4;

  final String words;
  private final double factor;

  Change(String words, double factor) {
    this.words = words;
    this.factor = factor;
  }

  /** How long it stays, in seconds. */
  int lasts() {
    return (this == DRIFT ? 7 : 4) * 3_600;
  }

  /** What one latency is multiplied by, so many seconds after the change began. */
  double times(double since, SplittableRandom random) {
    return switch (this) {
      case STEP_12, STEP_15, STEP_20 -> factor;
      case DRIFT ->
          StrictMath.exp(StrictMath.log(factor) * StrictMath.min(1, since / DRIFT_SECONDS));
      case TAIL ->
          (random.nextDouble() < OF_TAIL ? TIMES_IN_TAIL : 1) / (1 + OF_TAIL * (TIMES_IN_TAIL - 1));
    };
  }
}
