package io.oasis.lab.zoo.device;

import io.oasis.lab.sim.Timeline;
import io.oasis.lab.zoo.scenario.DeviceSpec.Store;

/** What is left of a write cache or of credits. */
final class Stock {
  private final Store store;
  private double level;
  private long movedAt;

  Stock(Store store) {
    this.store = store;
    level = store.ios();
  }

  double micros() {
    return store.micros();
  }

  /** Takes one, if there is one. */
  boolean take(long now) {
    double refilled = (now - movedAt) * store.refillPerSecond() / Timeline.SECOND;
    level = StrictMath.min(store.ios(), level + refilled);
    movedAt = now;
    if (level < 1) {
      return false;
    }
    level--;
    return true;
  }
}
