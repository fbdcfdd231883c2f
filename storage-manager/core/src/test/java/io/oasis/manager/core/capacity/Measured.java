package io.oasis.manager.core.capacity;

import io.oasis.protocol.CapacityEstimate;
import java.time.Instant;
import java.util.Optional;

/** A device that is measured once a second. */
abstract class Measured {
  final CapacityEstimator estimator = new CapacityEstimator(CapacityMemory.NONE);
  Instant now = Instant.EPOCH;

  void learn(double cost) {
    for (int i = 0; i < 10; i++) {
      measure(cost, true, false);
    }
  }

  Optional<String> measure(double cost, boolean saturated, boolean binds) {
    now = now.plusSeconds(1);
    return estimator.measure(cost, cost, saturated, false, binds, false, now);
  }

  Optional<String> measureUneven(double cost) {
    now = now.plusSeconds(1);
    return estimator.measure(cost, cost, true, true, true, false, now);
  }

  CapacityEstimate estimate() {
    return estimator.estimate(0, now);
  }
}
