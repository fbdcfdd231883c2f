package io.oasis.manager.core.harm;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What became worse with limits in force: the throughput of all, one tenant's latency, or both. */
record Suspicion(Optional<Throughput> throughput, Optional<Tail> tail) {
  /** In cost per second. */
  record Throughput(double usual, double enforced) {
    private String words() {
      return String.format(
          Locale.ROOT, "throughput is %.0f cost/s; without limits it was %.0f", enforced, usual);
    }
  }

  /** The p99 latency of one tenant, in microseconds. */
  record Tail(Tenant tenant, double usual, double enforced) {
    private String words() {
      return String.format(
          Locale.ROOT,
          "the p99 latency of %s is %.1f ms; without limits it was %.1f ms",
          tenant.queue,
          enforced / 1e3,
          usual / 1e3);
    }
  }

  boolean isNone() {
    return throughput.isEmpty() && tail.isEmpty();
  }

  /** In a sentence, with the figures. */
  String words() {
    return Stream.of(throughput.map(Throughput::words), tail.map(Tail::words))
        .flatMap(Optional::stream)
        .collect(Collectors.joining("; "));
  }
}
