package io.oasis.agent.sample;

import io.oasis.linux.DiskCounters;
import io.oasis.linux.InFlight;
import io.oasis.protocol.Flow;
import io.oasis.protocol.QueueSample;
import java.util.Optional;

/** The interval of one device, as its own counters tell it. */
record Measured(
    double seconds,
    DiskCounters old,
    DiskCounters now,
    InFlight.Now oldInFlight,
    InFlight.Now inFlight) {
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double MICROS_PER_MILLI = 1e3;

  /** Standard deviations that what is in flight at a moment differs from its mean by at most. */
  private static final double CHANCE = 3;

  static Measured of(
      double seconds, DiskCounters old, DiskCounters now, Snapshot before, Snapshot after) {
    return new Measured(
        seconds,
        old,
        now,
        before.inFlight().getOrDefault(now.number(), InFlight.Now.NONE),
        after.inFlight().getOrDefault(now.number(), InFlight.Now.NONE));
  }

  Flow reads(Work work) {
    return flow(work.reads(), work.readBytes(), meanMicros(old.reads(), now.reads()), readsIn());
  }

  Flow writes(Work work) {
    return flow(
        work.writes(), work.writeBytes(), meanMicros(old.writes(), now.writes()), writesIn());
  }

  /** Reads in flight that were not an interval ago. */
  double readsIn() {
    return (double) inFlight.reads() - oldInFlight.reads();
  }

  double writesIn() {
    return (double) inFlight.writes() - oldInFlight.writes();
  }

  /** I/Os that came out below the throttles: done, merged, or in flight and were not before. */
  double left() {
    return left(now) - left(old);
  }

  private static double left(DiskCounters disk) {
    return disk.reads().operations()
        + disk.reads().merged()
        + disk.writes().operations()
        + disk.writes().merged()
        + disk.inFlight();
  }

  /** A queue: entered the block layer when it was counted, with the latency of the LUN. */
  QueueSample queue(Work work, double deviceOperations, Optional<Double> held) {
    Flow reads = flow(work.reads(), work.readBytes(), meanMicros(old.reads(), now.reads()), 0);
    Flow writes = flow(work.writes(), work.writeBytes(), meanMicros(old.writes(), now.writes()), 0);
    double meanMicros =
        deviceOperations == 0 ? 0 : queueMillis() / deviceOperations * MICROS_PER_MILLI;
    double outstanding = work.operations() / seconds * meanMicros / 1e6;
    return new QueueSample(
        reads, writes, outstanding, held.map(Measured::rounded), QueueSample.LatencySource.LUN);
  }

  private Flow flow(double operations, double bytes, double micros, double grown) {
    return new Flow(
        rounded(Math.max(0, operations + grown) / seconds),
        rounded(operations / seconds),
        rounded(bytes / seconds),
        operations == 0 ? 0 : rounded(micros));
  }

  /** Three decimals are more than the counters know, and half the length in JSON. */
  private static double rounded(double value) {
    return Math.rint(value * 1e3) / 1e3;
  }

  private static double meanMicros(DiskCounters.Completed old, DiskCounters.Completed now) {
    double operations = now.operations() - old.operations();
    double millis = Counters.since32(old.millis(), now.millis());
    return operations == 0 ? 0 : millis / operations * MICROS_PER_MILLI;
  }

  private double queueMillis() {
    return Counters.since32(old.queueMillis(), now.queueMillis());
  }

  /**
   * Mean number in flight. The kernel's own figure is of those that came back: where more and more
   * wait, of as many as were there when these came. So it counts as far as it can be what was in
   * flight before and after, beyond chance, and not at all when none came back: the device may
   * hang.
   */
  double outstanding(Work total, double unserved) {
    if (total.operations() == 0) {
      return now.inFlight();
    }
    double told = queueMillis() / (seconds * MILLIS_PER_SECOND);
    double chance = CHANCE * Math.sqrt(told) + 1;
    double least = Math.min(old.inFlight(), now.inFlight()) - chance;
    double most = Math.max(old.inFlight(), now.inFlight()) + chance;
    double outstanding = Math.clamp(told, least, most);
    return unserved > 0 ? Math.max(outstanding, served() + unserved) : outstanding;
  }

  /** Mean number in flight of those that came back. */
  double served() {
    double reads = Counters.since32(old.reads().millis(), now.reads().millis());
    double writes = Counters.since32(old.writes().millis(), now.writes().millis());
    return (reads + writes) / (seconds * MILLIS_PER_SECOND);
  }

  double utilisation() {
    double busy = Counters.since32(old.busyMillis(), now.busyMillis());
    return Math.min(1, busy / (seconds * MILLIS_PER_SECOND));
  }
}
