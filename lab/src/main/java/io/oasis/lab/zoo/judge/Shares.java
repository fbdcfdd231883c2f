package io.oasis.lab.zoo.judge;

import io.oasis.lab.zoo.site.Epochs;
import io.oasis.lab.zoo.site.Run;

/**
 * What applications got of their fair shares in the time that is judged, and what the device did in
 * all.
 *
 * @param byApplication delivered by fair; NaN for who has next to nothing to claim
 * @param total work of the device by its work when nobody is limited; work is counted in each I/O's
 *     device time
 */
public record Shares(double[] byApplication, double total) {
  /** Of fewer I/Os no share is told. */
  private static final double ENOUGH = 10;

  public static Shares of(Reference reference, Run run) {
    Epochs epochs = reference.epochs();
    int applications = reference.scenario().applications().size();
    double[] shares = new double[applications];
    double work = 0;
    double unmanaged = 0;
    int first = epochs.at(reference.scenario().judgedFrom());
    for (int i = 0; i < applications; i++) {
      double delivered = 0;
      double fair = 0;
      for (int epoch = first; epoch < epochs.count(); epoch++) {
        long ios = run.counted().byEpoch().ios(i, epoch);
        delivered += ios;
        fair += reference.fairIos(i, epoch);
        work += ios * reference.cost(i, epoch);
        unmanaged +=
            reference.together().counted().byEpoch().ios(i, epoch) * reference.cost(i, epoch);
      }
      shares[i] = fair < ENOUGH ? Double.NaN : delivered / fair;
    }
    return new Shares(shares, unmanaged > 0 ? work / unmanaged : 1);
  }

  /** Of the worst off. */
  public double least() {
    double least = Double.POSITIVE_INFINITY;
    for (double share : byApplication) {
      least = Double.isNaN(share) ? least : StrictMath.min(least, share);
    }
    return least == Double.POSITIVE_INFINITY ? 1 : least;
  }

  /** Their geometric mean. */
  public double mean() {
    double sum = 0;
    int count = 0;
    for (double share : byApplication) {
      if (!Double.isNaN(share)) {
        sum += StrictMath.log(StrictMath.max(share, 1e-6));
        count++;
      }
    }
    return count == 0 ? 1 : StrictMath.exp(sum / count);
  }
}
