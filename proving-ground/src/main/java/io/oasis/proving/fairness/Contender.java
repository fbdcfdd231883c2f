package io.oasis.proving.fairness;

import java.util.List;
import java.util.Map;

/** What decides who gets what. */
sealed interface Contender {
  /** As it is asked for and shown. */
  String label();

  /** Nobody. */
  record BestEffort() implements Contender {
    @Override
    public String label() {
      return "best-effort";
    }
  }

  /** An equal part of the device for each, set by hand in the kernel. */
  record EvenLimits() implements Contender {
    @Override
    public String label() {
      return "even";
    }
  }

  /** The kernel's BFQ scheduler, with some of its knobs set. */
  record Bfq(String label, Map<String, String> knobs) implements Contender {}

  /**
   * Oasis with the kernel's throttles.
   *
   * @param policy by which shares are computed
   */
  record Oasis(String policy, long intervalMillis) implements Contender {
    @Override
    public String label() {
      return policy;
    }
  }

  static List<Contender> all() {
    return List.of(
        new BestEffort(),
        new EvenLimits(),
        new Bfq("bfq", Map.of()),
        new Bfq("bfq-tuned", Map.of("low_latency", "0", "max_budget", "64")),
        new Oasis("proportional-fair", 250));
  }
}
