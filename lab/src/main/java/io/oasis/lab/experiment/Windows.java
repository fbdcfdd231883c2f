package io.oasis.lab.experiment;

import io.oasis.lab.brick.Moments;
import io.oasis.lab.sim.Timeline;
import java.util.Arrays;
import java.util.List;

/**
 * How far a rate was missed over the worst of all windows: the number of I/Os by which there were
 * fewer, or more, than rate times time.
 */
final class Windows {
  /** Windows that compare several streams begin and end at multiples of this. */
  private static final long GRID = Timeline.SECOND / 100;

  private Windows() {}

  /** By how many I/Os the worst window between two times falls short of a rate. */
  static double behind(Moments moments, double rate, long from, long to) {
    double worst = 0;
    double lowest = 0;
    int done = 0;
    for (int i = moments.before(from); i < moments.count() && moments.at(i) <= to; i++) {
      double due = rate * (moments.at(i) - from) / Timeline.SECOND;
      worst = StrictMath.max(worst, due - done - lowest);
      done++;
      lowest = StrictMath.min(lowest, due - done);
    }
    return StrictMath.max(worst, rate * (to - from) / Timeline.SECOND - done - lowest);
  }

  /** By how many I/Os the worst window between two times exceeds a rate. */
  static double ahead(Moments moments, double rate, long from, long to) {
    double worst = 0;
    double highest = 0;
    int done = 0;
    for (int i = moments.before(from); i < moments.count() && moments.at(i) <= to; i++) {
      double due = rate * (moments.at(i) - from) / Timeline.SECOND;
      highest = StrictMath.max(highest, due - done);
      done++;
      worst = StrictMath.max(worst, highest - (due - done));
    }
    return worst;
  }

  /**
   * The same without what the device kept back: of one stream's shortfall, its part of that by
   * which the device, in the worst window with the same end, did less than the reserves of all. No
   * order of I/Os can give what was not done.
   */
  static double behindOfDelivered(
      List<Moments> all, double[] reserves, int which, long from, long to) {
    double reserved = Arrays.stream(reserves).sum();
    double lowest = 0;
    double lowestOfAll = 0;
    double worst = 0;
    int[] before = all.stream().mapToInt(moments -> moments.before(from)).toArray();
    for (long at = from; at <= to; at += GRID) {
      double seconds = (at - from) / (double) Timeline.SECOND;
      double due = reserves[which] * seconds;
      double dueOfAll = reserved * seconds;
      for (int i = 0; i < before.length; i++) {
        int done = all.get(i).before(at) - before[i];
        due -= i == which ? done : 0;
        dueOfAll -= done;
      }
      lowest = StrictMath.min(lowest, due);
      lowestOfAll = StrictMath.min(lowestOfAll, dueOfAll);
      double part = reserves[which] / reserved;
      worst = StrictMath.max(worst, due - lowest - part * (dueOfAll - lowestOfAll));
    }
    return worst;
  }
}
