package io.oasis.proving.rig;

import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * What fio had counted since its start when it reported.
 *
 * @param nanos {@link System#nanoTime} when the report arrived
 * @param runMillis fio's own clock
 * @param latencies I/Os by total latency in ns, in fio's buckets
 */
record FioReport(
    long nanos, long runMillis, long ios, double latencySumNs, SortedMap<Long, Long> latencies) {
  /** Before the first I/O. */
  static FioReport start(long nanos) {
    return new FioReport(nanos, 0, 0, 0, new TreeMap<>());
  }

  /** Reads and writes of all its threads together. */
  static FioReport parse(long nanos, JsonNode report) {
    TreeMap<Long, Long> latencies = new TreeMap<>();
    long runMillis = 0;
    long ios = 0;
    double sum = 0;
    for (JsonNode job : report.path("jobs")) {
      runMillis = Math.max(runMillis, job.path("job_runtime").asLong(0));
      for (String direction : new String[] {"read", "write"}) {
        JsonNode latency = job.path(direction).path("lat_ns");
        long n = latency.path("N").asLong(0);
        ios += n;
        sum += n * latency.path("mean").asDouble(0);
        latency
            .path("bins")
            .forEachEntry(
                (nsText, count) ->
                    latencies.merge(Long.parseLong(nsText), count.asLong(), Long::sum));
      }
    }
    return new FioReport(nanos, runMillis, ios, sum, latencies);
  }

  /** What happened from {@code earlier} to this report. */
  LoadWindow since(FioReport earlier) {
    long count = ios - earlier.ios;
    double seconds = (runMillis - earlier.runMillis) / 1000.0;
    if (count <= 0 || seconds <= 0) {
      return LoadWindow.IDLE;
    }
    return new LoadWindow(
        count / seconds,
        (latencySumNs - earlier.latencySumNs) / count / 1e6,
        percentile(earlier, 0.99) / 1e6);
  }

  /** The smallest bucket that {@code part} of the I/Os since {@code earlier} do not exceed, ns. */
  private double percentile(FioReport earlier, double part) {
    TreeMap<Long, Long> since = new TreeMap<>(latencies);
    earlier.latencies.forEach((ns, count) -> since.merge(ns, -count, Long::sum));
    long total = since.values().stream().mapToLong(Long::longValue).sum();
    long seen = 0;
    for (var bucket : since.entrySet()) {
      seen += bucket.getValue();
      if (seen >= part * total) {
        return bucket.getKey();
      }
    }
    return 0;
  }
}
