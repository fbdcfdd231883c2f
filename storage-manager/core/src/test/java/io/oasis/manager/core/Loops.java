package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Mode;

/** Domains under the policy {@code capacity}, and what has to hold of them. */
final class Loops {
  static final double CAPACITY = 1_000;

  private Loops() {}

  static ModelDomain enforced(long seed) {
    ModelDomain model = new ModelDomain(CAPACITY, seed);
    model.noise = 0.02;
    model.mode(Mode.ENFORCE, "capacity", 1);
    return model;
  }

  static void assertContains(ModelDomain model, double truth) {
    CapacityEstimate estimate = model.view().capacity();
    assertThat(estimate.lowerIops()).isLessThanOrEqualTo(truth);
    assertThat(estimate.upperIops().orElse(0.0)).isGreaterThanOrEqualTo(truth);
    assertThat(estimate.upperIops().orElse(0.0)).isLessThanOrEqualTo(1.2 * truth);
  }

  static void assertFair(ModelDomain model, double share, ModelDomain.App... apps) {
    for (ModelDomain.App app : apps) {
      assertThat(app.got)
          .as(app.queue.toString())
          .isGreaterThanOrEqualTo(0.9 * share * model.capacity);
    }
    assertThat(model.total()).isGreaterThanOrEqualTo(0.95 * model.capacity);
  }
}
