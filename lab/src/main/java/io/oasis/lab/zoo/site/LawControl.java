package io.oasis.lab.zoo.site;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.sim.Timeline;
import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.linux.DiskCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Puts a law of its own before every device of a site. What it answers is in force at once, each
 * direction limited to it.
 */
public record LawControl(Supplier<Law> laws) implements Control {
  @Override
  public void begin(Site site) {
    for (DeviceSpec device : site.scenario().devices()) {
      Law law = laws.get();
      Watch watch = new Watch(site, device.name());
      long interval = (long) (law.intervalSeconds() * Timeline.SECOND);
      site.world()
          .time()
          .every(interval, interval, () -> watch.limit(law.decide(watch.look(interval))));
    }
  }

  /** What was counted last of one device and its queues. */
  private static final class Watch {
    private final Site site;
    private final String device;
    private final List<Integer> numbers = new ArrayList<>();
    private final List<Counters> issued = new ArrayList<>();
    private final double[] done;
    private double completed;
    private double latencyMillis;

    Watch(Site site, String device) {
      this.site = site;
      this.device = device;
      List<ApplicationSpec> all = site.scenario().applications();
      for (int i = 0; i < all.size(); i++) {
        if (site.scenario().lunOf(all.get(i)).device().equals(device)) {
          numbers.add(i);
          issued.add(Counters.ZERO);
        }
      }
      done = new double[numbers.size()];
    }

    Law.Sight look(long interval) {
      double before = completed;
      double millisBefore = latencyMillis;
      completed = 0;
      latencyMillis = 0;
      long inFlight = 0;
      for (DiskCounters disk : site.disks(device)) {
        completed += disk.reads().operations() + disk.writes().operations();
        latencyMillis += disk.reads().millis() + disk.writes().millis();
        inFlight += disk.inFlight();
      }
      double ios = completed - before;
      List<Law.Queue> queues = new ArrayList<>();
      for (int i = 0; i < numbers.size(); i++) {
        queues.add(queue(i));
      }
      return new Law.Sight(
          site.world().time().seconds(),
          interval / (double) Timeline.SECOND,
          ios,
          inFlight,
          ios > 0 ? (latencyMillis - millisBefore) / 1e3 / ios : 0,
          queues);
    }

    private Law.Queue queue(int number) {
      int application = numbers.get(number);
      LabHost.Place place = site.places().get(application);
      Counters now = place.issued();
      Counters last = issued.set(number, now);
      double reads = now.readIos() - last.readIos();
      double writes = now.writeIos() - last.writeIos();
      long held = site.isKernel() ? place.held() : 0;
      double total = place.worker().tally().completed();
      double completedNow = total - done[number];
      done[number] = total;
      ApplicationSpec spec = site.scenario().applications().get(application);
      return new Law.Queue(
          spec.name(),
          spec.weight(),
          reads + writes,
          now.readBytes() + now.writeBytes() - last.readBytes() - last.writeBytes(),
          reads + writes > 0 ? writes / (reads + writes) : 0,
          completedNow,
          held);
    }

    void limit(double[] iops) {
      for (int i = 0; i < numbers.size(); i++) {
        LabHost.Place place = site.places().get(numbers.get(i));
        long whole = iops[i] < Long.MAX_VALUE ? StrictMath.max(1, StrictMath.round(iops[i])) : 0;
        Throttle wanted = Throttle.ofEach(whole, whole, 0, 0);
        if (!wanted.equals(place.throttle())) {
          place.throttle(wanted);
        }
      }
    }
  }
}
