package io.oasis.lab.zoo.device;

import io.oasis.lab.sim.Timeline;
import io.oasis.lab.zoo.scenario.DeviceSpec.Drift;
import io.oasis.lab.zoo.scenario.DeviceSpec.Wave;
import java.util.Optional;

/**
 * How quick a device is, 1 as it was built: {@code (1 + drift)^seconds * (1 + part * sin(2 pi t /
 * wave))}. Worked out anew every 10 ms.
 */
final class Speed {
  private static final long STEP = 10 * Timeline.MILLI;

  private final Optional<Drift> drift;
  private final Optional<Wave> wave;
  private final boolean steady;
  private long step = -1;
  private double last = 1;

  Speed(Optional<Drift> drift, Optional<Wave> wave) {
    this.drift = drift;
    this.wave = wave;
    steady = drift.isEmpty() && wave.isEmpty();
  }

  double at(long now) {
    if (!steady && now / STEP != step) {
      step = now / STEP;
      double seconds = step * (STEP / (double) Timeline.SECOND);
      last =
          drift.map(one -> drifted(one, seconds)).orElse(1.0)
              * wave.map(one -> swung(one, seconds)).orElse(1.0);
    }
    return last;
  }

  private static double drifted(Drift drift, double seconds) {
    double since = StrictMath.min(seconds, drift.toSeconds()) - drift.fromSeconds();
    return StrictMath.pow(1 + drift.perSecond(), StrictMath.max(0, since));
  }

  private static double swung(Wave wave, double seconds) {
    return 1 + wave.part() * StrictMath.sin(2 * StrictMath.PI * seconds / wave.seconds());
  }
}
