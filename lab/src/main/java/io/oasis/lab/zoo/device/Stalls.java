package io.oasis.lab.zoo.device;

import io.oasis.lab.sim.Timeline;
import io.oasis.lab.zoo.scenario.DeviceSpec.Stall;
import java.util.List;

/** Times in which nothing is served. The first of each kind begins after its distance. */
final class Stalls {
  private final long[] every;
  private final long[] lasts;

  Stalls(List<Stall> stalls) {
    every = stalls.stream().mapToLong(stall -> nanos(stall.everySeconds())).toArray();
    lasts = stalls.stream().mapToLong(stall -> nanos(stall.forSeconds())).toArray();
  }

  private static long nanos(double seconds) {
    return (long) (seconds * Timeline.SECOND);
  }

  /** When work of so many nanoseconds ends that begins now. */
  long end(long now, long work) {
    if (every.length == 0) {
      return now + work;
    }
    long at = served(now);
    long left = work;
    while (true) {
      long next = nextStall(at);
      if (next - at >= left) {
        return at + left;
      }
      left -= next - at;
      at = served(next);
    }
  }

  /** This time, or when the stalls are over that it falls into. */
  private long served(long now) {
    long at = now;
    for (int i = 0; i < every.length; i++) {
      if (at >= every[i] && at % every[i] < lasts[i]) {
        at += lasts[i] - at % every[i];
        i = -1; // another kind may reach over this end
      }
    }
    return at;
  }

  private long nextStall(long at) {
    long next = Long.MAX_VALUE;
    for (long distance : every) {
      next = StrictMath.min(next, (at / distance + 1) * distance);
    }
    return next;
  }
}
