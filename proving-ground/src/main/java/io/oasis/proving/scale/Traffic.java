package io.oasis.proving.scale;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What agent and adapter of one made-up domain say in an interval. */
public final class Traffic {
  private static final double BYTES = 4_096;
  private static final double LATENCY_MICROS = 4_000;

  private final DomainId domain;
  private final LunId lun;
  private final HostId host;
  private final AdapterId adapter;
  private final SessionId session;
  private final List<QueueId> queues = new ArrayList<>();
  private long sequence;
  private volatile Version highest = Version.NONE;

  public Traffic(int number, int queueCount) {
    domain = new DomainId("disk:serial:bench-" + number);
    lun = new LunId("serial:bench-" + number);
    host = new HostId("bench");
    adapter = new AdapterId("bench:" + number);
    session = new SessionId("bench-" + number);
    for (int i = 0; i < queueCount; i++) {
      queues.add(new QueueId(new ApplicationId("bench:/app-" + i), lun));
    }
  }

  public DomainId domain() {
    return domain;
  }

  /** An operator who wants this domain enforced. */
  public Message enforce() {
    return new GuardRails(
        domain, 1, Instant.now(), Mode.ENFORCE, "proportional-fair", List.of(), List.of());
  }

  /** What the adapter says between intervals. */
  public List<Message> adapter() {
    List<Message> messages = new ArrayList<>();
    Instant now = Instant.now();
    List<UsageBatch> usages = new ArrayList<>();
    for (QueueId queue : queues) {
      Usage usage = new Usage(queue.application(), Flow.NONE, Flow.NONE);
      usages.add(new UsageBatch(domain, lun, adapter, now, 1_000, List.of(usage)));
    }
    messages.addAll(UsageBatch.joined(usages));
    AdapterStatus.Target target = new AdapterStatus.Target("bench", 1, Optional.empty());
    messages.add(new AdapterStatus(adapter, session, domain, now, highest, 1, target));
    return messages;
  }

  /** What the adapter answers to settings. */
  public List<OutcomeBatch> applied(SettingBatch batch) {
    List<OutcomeBatch> outcomes = new ArrayList<>();
    for (Setting setting : batch.settings()) {
      highest = setting.version().isAfter(highest) ? setting.version() : highest;
      Outcome outcome =
          new Outcome(
              setting.queue(),
              setting.version(),
              setting.limit().isPresent() ? Outcome.State.VERIFIED : Outcome.State.RELEASED,
              setting.limit(),
              "");
      outcomes.add(new OutcomeBatch(domain, adapter, session, Instant.now(), List.of(outcome)));
    }
    return OutcomeBatch.joined(outcomes);
  }

  /** One request per queue, of {@code iops} each as given, round and round. */
  public List<Message> requests(double... iops) {
    sequence++;
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < queues.size(); i++) {
      double rate = iops[i % iops.length];
      Flow reads = new Flow(rate, rate, rate * BYTES, LATENCY_MICROS);
      requests.add(
          new Request(
              queues.get(i).application(),
              new QueueSample(reads, Flow.NONE, 8, Optional.empty(), QueueSample.LatencySource.LUN),
              new Demand(
                  Demand.Quality.OBSERVED,
                  Bandwidth.of(rate, rate * BYTES),
                  Optional.empty(),
                  "bench"),
              Optional.empty(),
              Optional.empty()));
    }
    return List.copyOf(RequestBatch.of(interval(), requests));
  }

  /** Closes the interval: all of it together saturates the device. */
  public Message report(double totalIops) {
    Flow reads = new Flow(totalIops, totalIops, totalIops * BYTES, LATENCY_MICROS);
    return new LunReport(
        interval(), reads, Flow.NONE, 32, 1, 1_000, LunReport.Pressure.SATURATED, queues.size());
  }

  private LunInterval interval() {
    return new LunInterval(domain, lun, host, sequence, Instant.now(), 1_000);
  }
}
