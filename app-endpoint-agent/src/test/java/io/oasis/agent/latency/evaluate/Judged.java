package io.oasis.agent.latency.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Lets rivals listen to the same queue. */
final class Judged {
  private static final int DAY = 86_400;
  private static final int WARM_DAYS = 10;

  /** From one change to the next, at least. */
  private static final int APART = DAY;

  private final Family.Queue queue;
  private final List<Rival> rivals;
  private final List<boolean[]> told = new ArrayList<>();
  private long second;

  private Judged(Family family, long seed, List<Rival> rivals) {
    queue = family.queue().apply(new SplittableRandom(seed));
    this.rivals = rivals;
    rivals.forEach(rival -> told.add(new boolean[rival.settings()]));
  }

  /** The alarms of each setting of each rival in so many days in which nothing happens. */
  static List<List<Alarms>> falseAlarms(Family family, long seed, int days, List<Rival> rivals) {
    List<List<Alarms>> alarms = new ArrayList<>();
    for (Rival rival : rivals) {
      List<Alarms> each = new ArrayList<>();
      for (int i = 0; i < rival.settings(); i++) {
        each.add(new Alarms());
      }
      alarms.add(each);
    }
    Judged judged = new Judged(family, seed, rivals);
    while (judged.second < (long) days * DAY) {
      judged.next(() -> 1);
      for (int i = 0; i < alarms.size(); i++) {
        for (int j = 0; j < alarms.get(i).size(); j++) {
          if (judged.told.get(i)[j]) {
            alarms.get(i).get(j).told(judged.second);
          }
        }
      }
    }
    return alarms;
  }

  /**
   * The mean number of seconds that each takes to find each change with its first setting; one that
   * is not found counts as long as it lasts.
   *
   * @param times how often each change comes, each time after a day without one
   */
  static Map<Change, double[]> delays(
      Family family, long seed, int times, List<Change> changes, List<Rival> rivals) {
    SplittableRandom random = new SplittableRandom(~seed);
    Judged judged = new Judged(family, seed, rivals);
    judged.play(WARM_DAYS * DAY);
    Map<Change, double[]> delays = new EnumMap<>(Change.class);
    for (Change change : changes) {
      delays.put(change, new double[rivals.size()]);
    }
    for (int i = 0; i < times * changes.size(); i++) {
      Change change = changes.get(i % changes.size());
      judged.play(APART + random.nextInt(7_200));
      int[] found = judged.found(change, random);
      for (int j = 0; j < found.length; j++) {
        delays.get(change)[j] += (double) found[j] / times;
      }
    }
    return delays;
  }

  private int[] found(Change change, SplittableRandom random) {
    int[] found = new int[rivals.size()];
    Arrays.fill(found, change.lasts());
    long from = second;
    while (second < from + change.lasts()) {
      long since = second - from;
      next(() -> change.times(since, random));
      for (int j = 0; j < found.length; j++) {
        if (told.get(j)[0] && found[j] == change.lasts()) {
          found[j] = (int) since + 1;
        }
      }
    }
    return found;
  }

  private void play(long seconds) {
    for (long to = second + seconds; second < to; ) {
      next(() -> 1);
    }
  }

  private void next(Family.Times times) {
    Second did = queue.next(second, times);
    for (int i = 0; i < rivals.size(); i++) {
      rivals.get(i).add(second, did, told.get(i));
    }
    second++;
  }
}
