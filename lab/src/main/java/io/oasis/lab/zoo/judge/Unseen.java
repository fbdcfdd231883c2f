package io.oasis.lab.zoo.judge;

import io.oasis.lab.zoo.site.Epochs;
import io.oasis.lab.zoo.site.Run;
import java.util.List;

/**
 * Law 5: who has less than half of its fair share, while others have more than theirs, is suspected
 * of being starved until a test shows otherwise. Somebody who has more is cut within two minutes,
 * and within two minutes after anybody began or ended something; while nobody does, again within
 * ten, which is as often as a limit may turn at steady demand.
 */
final class Unseen {
  /** In a situation in which nobody was cut so far. */
  private static final int FIRST_SECONDS = 120;

  /** In one in which somebody was. */
  private static final int AGAIN_SECONDS = 600;

  /** Shares are means over so many seconds: those of one second are a matter of chance. */
  private static final int MEAN_SECONDS = 10;

  private static final double STARVED_PART = 0.5;
  private static final double MORE_THAN_ITS_SHARE = 1.1;

  private final Reference reference;
  private final Run run;
  private final double[][] limits;
  private final List<Integer> here;
  private final int seconds;

  /**
   * @param limits of each application, by second
   * @param here who uses the device
   */
  Unseen(Reference reference, Run run, double[][] limits, List<Integer> here) {
    this.reference = reference;
    this.run = run;
    this.limits = limits;
    this.here = here;
    seconds = run.counted().bySecond().intervals();
  }

  /** What to do with somebody who was not seen to for so many seconds, at this one. */
  interface Finding {
    void found(int application, int unseenSeconds, int second);
  }

  void find(Finding finding) {
    int[] since = new int[limits.length];
    int cutAt = 0;
    for (int end = 1; end <= seconds; end++) {
      int second = end;
      cutAt = isCut(second) ? second : cutAt;
      boolean isMore = here.stream().anyMatch(i -> share(i, second) > MORE_THAN_ITS_SHARE);
      for (int i : here) {
        if (cutAt == second || !isMore || !isStarved(i, second)) {
          since[i] = second;
        } else if (second >= due(since[i], cutAt, second)) {
          finding.found(i, second - since[i], second);
          since[i] = second;
        }
      }
    }
  }

  /** When it must be seen to at the latest. */
  private double due(int since, int cutAt, int second) {
    double begun = begun(second);
    double again = since + (double) AGAIN_SECONDS;
    return cutAt > begun
        ? again
        : StrictMath.min(again, StrictMath.max(since, begun) + FIRST_SECONDS);
  }

  /** Since when everybody is in its stage. */
  private double begun(int second) {
    int epoch = epoch(second);
    while (epoch > 0 && isSameSituation(epoch - 1, epoch)) {
      epoch--;
    }
    return reference.epochs().begin(epoch);
  }

  private boolean isSameSituation(int before, int epoch) {
    Epochs epochs = reference.epochs();
    return here.stream().allMatch(i -> epochs.stage(i, before) == epochs.stage(i, epoch));
  }

  /** Whether somebody who has more than its share is held to less than it had. */
  private boolean isCut(int second) {
    return here.stream()
        .anyMatch(
            i ->
                limits[i][second] < limits[i][second - 1]
                    && limits[i][second] < perSecond(i, second - 1)
                    && share(i, second - 1) > MORE_THAN_ITS_SHARE);
  }

  private boolean isStarved(int application, int second) {
    return fair(application, second) >= 1 && share(application, second) < STARVED_PART;
  }

  private double share(int application, int second) {
    return perSecond(application, second) / fair(application, second);
  }

  private double fair(int application, int second) {
    return reference.fairPerSecond(application, epoch(second));
  }

  private int epoch(int second) {
    return reference.epochs().at(StrictMath.max(0, second - 0.5));
  }

  /** A mean over the last seconds. */
  private double perSecond(int application, int second) {
    int from = StrictMath.max(0, second - MEAN_SECONDS);
    long ios = 0;
    for (int s = from; s < second; s++) {
      ios += run.counted().bySecond().ios(application, s);
    }
    return second > from ? (double) ios / (second - from) : 0;
  }
}
