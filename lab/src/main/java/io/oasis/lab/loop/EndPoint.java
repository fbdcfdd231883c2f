package io.oasis.lab.loop;

import io.oasis.agent.sample.LunSample;
import io.oasis.agent.sample.QueueActivity;
import io.oasis.agent.sample.Sampler;
import io.oasis.agent.sample.Snapshot;
import io.oasis.lab.host.LabHost;
import io.oasis.protocol.Flow;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The paper's application protocol end-point (OASIS, section 3.3): it observes the rates at which
 * an application's I/O arrives and at which it completes. A kernel counts each I/O once, so an
 * agent that reads its files takes both rates for the same, and neither a lag nor a shortage shows.
 *
 * <p>All I/O is taken for reads: workers that do nothing else are what it is for.
 */
final class EndPoint {
  /** Since the beginning. */
  private record Counts(
      double arrived, double done, double bytes, double latency, double outstanding) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    static Counts of(LabHost.Place place) {
      return new Counts(
          place.issued().readIos() + (double) place.worker().owed(),
          place.worker().tally().completed(),
          place.worker().tally().bytes(),
          place.worker().tally().latencySeconds(),
          place.worker().tally().outstandingSeconds());
    }

    QueueSample since(Counts before, double seconds) {
      double completed = done - before.done;
      Flow reads =
          new Flow(
              StrictMath.max(0, arrived - before.arrived) / seconds,
              completed / seconds,
              (bytes - before.bytes) / seconds,
              completed == 0 ? 0 : (latency - before.latency) / completed * 1e6);
      return new QueueSample(
          reads,
          Flow.NONE,
          (outstanding - before.outstanding) / seconds,
          Optional.of(0.0),
          QueueSample.LatencySource.QUEUE);
    }
  }

  private final LabHost host;
  private final Sampler luns;
  private final Map<QueueId, Counts> before = new HashMap<>();

  EndPoint(LabHost host) {
    this.host = host;
    luns = new Sampler(host.id(), _ -> Optional.empty());
  }

  /** What happened since the snapshot before: of LUNs by the kernel, of queues by themselves. */
  List<LunSample> sample(Snapshot now) {
    List<LunSample> samples = new ArrayList<>();
    for (LunSample lun : luns.sample(now)) {
      List<QueueActivity> queues = new ArrayList<>();
      for (LabHost.Place place : host.places()) {
        if (place.lun().id().equals(lun.lun())) {
          Counts old = before.getOrDefault(place.queue(), Counts.NONE);
          QueueSample did = Counts.of(place).since(old, lun.seconds());
          queues.add(new QueueActivity(place.queue(), did));
        }
      }
      samples.add(
          new LunSample(
              lun.lun(),
              lun.domain(),
              lun.seconds(),
              lun.reads(),
              lun.writes(),
              lun.device(),
              queues));
    }
    host.places().forEach(place -> before.put(place.queue(), Counts.of(place)));
    return samples;
  }
}
