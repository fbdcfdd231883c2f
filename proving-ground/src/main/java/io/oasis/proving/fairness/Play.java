package io.oasis.proving.fairness;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.FioApplication;
import io.oasis.proving.rig.LabCgroup;
import io.oasis.proving.rig.LabDevice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A mix that is being played. */
final class Play implements AutoCloseable {
  /** Who is left alone is watched for so long. */
  static final int LEFT_ALONE_SECONDS = 4;

  private static final Duration START = Duration.ofSeconds(20);

  /** Where an application works. */
  record Place(LabCgroup cgroup, LabDevice device) {}

  private final List<Place> places;
  private final List<FioApplication> running = new ArrayList<>();

  /**
   * @param places where each of its applications works
   */
  Play(WorkloadMix mix, List<Place> places) {
    this.places = places;
    try {
      for (int i = 0; i < mix.applications().size(); i++) {
        WorkloadMix.Application each = mix.applications().get(i);
        Place place = places.get(i);
        running.add(
            FioApplication.start(
                each.name(), each.load(), each.options(), place.cgroup(), place.device()));
      }
      running.forEach(each -> each.awaitRunning(START));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** By the kernel's counts: fio does not report while it pauses. */
  Map<String, Got> measure(int settleSeconds, int seconds) {
    pause(Duration.ofSeconds(settleSeconds));
    List<Long> times = new ArrayList<>();
    List<List<Long>> counts = new ArrayList<>();
    long from = System.nanoTime();
    for (int second = 0; second <= seconds; second++) {
      pause(Duration.ofNanos(from + second * 1_000_000_000L - System.nanoTime()));
      times.add(System.nanoTime());
      counts.add(counted());
    }
    Map<String, Got> got = new TreeMap<>();
    for (int i = 0; i < running.size(); i++) {
      List<Double> rates = new ArrayList<>();
      for (int second = 1; second < times.size(); second++) {
        rates.add(rate(times, counts, i, second - 1, second));
      }
      double p99 = running.get(i).window(from, times.getLast()).p99LatencyMs();
      double iops = rate(times, counts, i, 0, times.size() - 1);
      got.put(running.get(i).name(), new Got(iops, p99, rates));
    }
    return got;
  }

  private double rate(List<Long> times, List<List<Long>> counts, int i, int from, int to) {
    long done = counts.get(to).get(i) - counts.get(from).get(i);
    return done * 1e9 / (times.get(to) - times.get(from));
  }

  private List<Long> counted() {
    List<Long> counted = new ArrayList<>();
    for (int i = 0; i < running.size(); i++) {
      Place place = places.get(i);
      counted.add(place.cgroup().operations(place.device().majorMinor()));
    }
    return counted;
  }

  /**
   * Ends all but the first, and says after how many seconds that has the device for itself.
   *
   * @param most I/Os per second that it reaches alone
   */
  Optional<Double> leaveFirstAlone(double most) {
    long end = System.nanoTime();
    running
        .subList(1, running.size())
        .forEach(each -> Thread.startVirtualThread(each::close)); // fio takes a while to end
    LeftAlone watch = new LeftAlone(most);
    while (System.nanoTime() - end < LEFT_ALONE_SECONDS * 1_000_000_000L) {
      long completed = places.getFirst().device().completed();
      watch.see((System.nanoTime() - end) / 1e9, completed);
      pause(LeftAlone.STEP);
    }
    return watch.since();
  }

  @Override
  public void close() {
    running.forEach(FioApplication::close);
  }

  private static void pause(Duration time) {
    if (time.isPositive() && !Wait.pause(time)) {
      throw new MissingException("stopped");
    }
  }
}
