package io.oasis.brick.control;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.cache.Partition;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.nbd.Export;
import io.oasis.brick.nbd.NbdServer;
import io.oasis.brick.stats.FlowStatistics;
import io.oasis.metrics.Samples;
import io.prometheus.metrics.model.snapshots.Labels;

/**
 * Writes what is counted for Prometheus; what it means stands in {@code docs/metrics.md}. A counter
 * there is a sum of counters here and never a difference: of two that are read one after the other
 * it may shrink, and Prometheus would take that for a start anew.
 */
final class Meters {
  private static final double NANOS_PER_SECOND = 1e9;

  private Meters() {}

  static void server(Samples samples, NbdServer server) {
    Labels none = Labels.EMPTY;
    samples.gauge("oasis_brick_connections", "clients connected", none, server.connections());
    samples.count(
        "oasis_brick_connections_accepted", "connections that came", none, server.accepted());
    samples.count(
        "oasis_brick_connections_turned_away",
        "connections closed at once because there were too many",
        none,
        server.turnedAway());
    samples.count(
        "oasis_brick_connections_cut_off",
        "connections ended because the client kept the server waiting",
        none,
        server.cutOff());
    samples.gauge(
        "oasis_brick_payload_bytes", "memory that payloads take", none, server.memoryBytes());
  }

  static void device(Samples samples, Engine engine) {
    Labels device = Labels.of("device", engine.name());
    samples.gauge(
        "oasis_brick_device_discipline",
        "1 for the discipline that the device has",
        device.add("discipline", engine.spec().kind().label()),
        1);
    samples.gauge("oasis_brick_device_queued", "I/Os that wait", device, engine.queued());
    samples.gauge(
        "oasis_brick_device_outstanding", "I/Os at the device", device, engine.outstanding());
    samples.gauge(
        "oasis_brick_device_depth",
        "most I/Os at the device at a time",
        device,
        engine.spec().depth());
  }

  /**
   * @param leaseSeconds until sizes that were set from outside end by themselves
   */
  static void cache(Samples samples, String name, Cache cache, double leaseSeconds) {
    Labels device = Labels.of("device", name);
    samples.gauge(
        "oasis_brick_cache_bytes",
        "what the partitions of the cache divide",
        device,
        cache.bytes());
    samples.gauge(
        "oasis_brick_cache_lease_seconds",
        "until sizes that were set from outside end by themselves; 0 without a lease",
        device,
        leaseSeconds);
    for (Partition.Report report : cache.report()) {
      partition(samples, device.add("application", report.name()), report);
    }
  }

  private static void partition(Samples samples, Labels labels, Partition.Report report) {
    samples.gauge(
        "oasis_brick_partition_limit_bytes",
        "what may be in the partition",
        labels,
        report.limitBytes());
    samples.gauge(
        "oasis_brick_partition_used_bytes", "what is in the partition", labels, report.usedBytes());
    samples.gauge(
        "oasis_brick_partition_dirty_bytes",
        "what was written and is not at the volume yet",
        labels,
        report.dirtyBytes());
    samples.count(
        "oasis_brick_partition_hits", "blocks of 4 KiB that reads found", labels, report.hits());
    samples.count(
        "oasis_brick_partition_misses",
        "blocks of 4 KiB that reads did not find",
        labels,
        report.misses());
  }

  /**
   * @param leaseSeconds until terms that were set from outside end by themselves
   */
  static void export(Samples samples, Export export, boolean leased, double leaseSeconds) {
    Labels flow =
        Labels.of(
            "application", export.session().name(),
            "device", export.engine().name(),
            "export", export.name());
    traffic(samples, flow, export.statistics());
    times(samples, flow, export.statistics());
    terms(samples, flow, export.session().terms());
    samples.gauge(
        "oasis_brick_leased",
        "1 while terms are what was set from outside, under a lease",
        flow,
        leased ? 1 : 0);
    samples.gauge(
        "oasis_brick_lease_seconds",
        "until terms that were set from outside end by themselves; 0 without a lease",
        flow,
        leaseSeconds);
  }

  private static void traffic(Samples samples, Labels flow, FlowStatistics s) {
    // Arrivals last: whatever is over had arrived.
    long over = s.completions() + s.refusals.sum();
    samples.gauge(
        "oasis_brick_underway",
        "requests that came and are not answered yet",
        flow,
        s.arrivals.sum() - over);
    String operations = "oasis_brick_operations";
    String help = "requests that were answered, others also with an error of the device";
    samples.count(operations, help, flow.add("kind", "read"), s.reads.sum());
    samples.count(operations, help, flow.add("kind", "write"), s.writes.sum());
    samples.count(operations, help, flow.add("kind", "other"), s.others.sum());
    samples.count(
        "oasis_brick_refusals",
        "requests that were answered with an error",
        flow,
        s.refusals.sum());
    samples.count("oasis_brick_read_bytes", "bytes that were read", flow, s.readBytes.sum());
    samples.count("oasis_brick_written_bytes", "bytes written", flow, s.writtenBytes.sum());
  }

  private static void times(Samples samples, Labels flow, FlowStatistics s) {
    samples.sum(
        "oasis_brick_latency_seconds",
        "from arrival to answer, of reads and writes",
        flow,
        s.reads.sum() + s.writes.sum(),
        seconds(s.totalNanos.sum()));
    samples.sum(
        "oasis_brick_write_latency_seconds",
        "from arrival to answer, of writes alone",
        flow,
        s.writes.sum(),
        seconds(s.writeNanos.sum()));
    samples.sum(
        "oasis_brick_cache_latency_seconds",
        "from arrival to answer, of reads that the cache answered at once",
        flow,
        s.cacheHits.sum(),
        seconds(s.cacheNanos.sum()));
    samples.count(
        "oasis_brick_held_seconds",
        "for how long limits held I/O back",
        flow,
        seconds(s.heldNanos.sum()));
  }

  private static void terms(Samples samples, Labels flow, Terms terms) {
    samples.gauge("oasis_brick_share", "weight against other exports", flow, terms.share());
    inForce(samples, "oasis_brick_reserve_iops", "reserve", flow, terms.reserveIops());
    inForce(samples, "oasis_brick_limit_iops", "limit", flow, terms.limitIops());
    inForce(
        samples, "oasis_brick_limit_bytes_per_second", "limit", flow, terms.limitBytesPerSecond());
  }

  private static void inForce(
      Samples samples, String name, String what, Labels flow, double value) {
    if (value > 0) {
      samples.gauge(name, what + " in force; absent without", flow, value);
    }
  }

  private static double seconds(long nanos) {
    return nanos / NANOS_PER_SECOND;
  }
}
