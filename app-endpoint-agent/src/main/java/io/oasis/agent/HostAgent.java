package io.oasis.agent;

import io.oasis.agent.analyse.Analyst;
import io.oasis.agent.analyse.LunFinding;
import io.oasis.agent.analyse.QueueFinding;
import io.oasis.agent.latency.LatencyRequests;
import io.oasis.agent.latency.LatencyWatch;
import io.oasis.agent.request.Grants;
import io.oasis.agent.request.Pace;
import io.oasis.agent.request.Requests;
import io.oasis.agent.request.SpaceAnswers;
import io.oasis.agent.request.SpaceWatch;
import io.oasis.agent.sample.LunSample;
import io.oasis.agent.sample.Sampler;
import io.oasis.agent.sample.Snapshot;
import io.oasis.agent.sample.Spans;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.Cgroups;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.FileSystem;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.Message;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SpaceGrant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * All stages of one host, from snapshots and grants to messages. Pure: the same snapshots give the
 * same messages. Not for several threads.
 */
public final class HostAgent {
  private static final int MAX_LUNS = 10_000;

  /** All of them with the longest names fit into an inventory beside its LUNs. */
  private static final int MAX_FILE_SYSTEMS = 1_000;

  /** Seconds of a monotonic clock per nanosecond. */
  private static final double SECONDS = 1e-9;

  private final HostId host;
  private final Sampler sampler;
  private final Duration base;
  private final Pace pace = new Pace();
  private final Spans spans = new Spans();
  private final Analyst analyst = new Analyst();
  private final Grants grants;
  private final LatencyRequests latencies;
  private final SpaceWatch space = new SpaceWatch();
  private final SpaceAnswers answers;
  private final Map<LunId, DomainId> domains = new HashMap<>();
  private final Map<Demand.Quality, Integer> qualities = new EnumMap<>(Demand.Quality.class);
  private long sequence;
  private long lastNanos;

  /** One that reports every LUN in every interval. */
  public HostAgent(HostId host) {
    this(host, Duration.ZERO);
  }

  /**
   * @param base how often LUNs are reported of which no manager wishes to hear more often
   */
  public HostAgent(HostId host, Duration base) {
    this(host, base, new LatencyWatch());
  }

  /** One with another way to notice that latency has shifted. */
  public HostAgent(HostId host, Duration base, LatencyRequests latencies) {
    this.latencies = latencies;
    this.host = host;
    this.base = base;
    this.grants = new Grants(host);
    this.answers = new SpaceAnswers(host);
    this.sampler = new Sampler(host, grants::enforced);
  }

  /** Takes what a manager says; gives the answers about space that are not as before. */
  public List<SpaceGrant> take(GrantBatch batch) {
    grants.take(batch);
    pace.take(batch, lastNanos);
    return answers.take(batch);
  }

  /** The time from one interval to the next that its LUNs need now. */
  public Duration interval() {
    return pace.shortest(domains.values(), base, lastNanos);
  }

  /**
   * What is to be sent after an interval; nothing after the first snapshot.
   *
   * @param at the end of the interval by the calendar
   */
  public List<Message> interval(Snapshot now, Instant at) {
    return interval(
        now.disks().isEmpty() ? Optional.empty() : Optional.of(sampler.sample(now)),
        now.nanos(),
        at);
  }

  /**
   * What is to be sent after an interval.
   *
   * @param samples what was measured; absent when it could not be
   * @param nanos of a monotonic clock
   * @param at the end of the interval by the calendar
   */
  public List<Message> interval(Optional<List<LunSample>> samples, long nanos, Instant at) {
    sequence++;
    lastNanos = nanos;
    List<Message> messages =
        samples
            .map(measured -> measured(due(measured, nanos), nanos, at))
            .orElseGet(() -> notMeasured(at));
    qualities.clear();
    for (Message message : messages) {
      if (message instanceof RequestBatch batch) {
        for (Request request : batch.requests()) {
          qualities.merge(request.demand().quality(), 1, Integer::sum);
        }
      }
    }
    return messages;
  }

  /**
   * What the host has, by the snapshot, and what its file systems ask for.
   *
   * @param systems all that are mounted from its devices
   */
  public HostInventory inventory(Snapshot now, List<FileSystem> systems, Instant at) {
    Map<DeviceNumber, List<FileSystem>> byDevice =
        systems.stream().limit(MAX_FILE_SYSTEMS).collect(Collectors.groupingBy(FileSystem::device));
    List<HostInventory.Lun> luns = new ArrayList<>();
    for (BlockDevice device : now.devices()) {
      if (luns.size() < MAX_LUNS) {
        List<FileSystem> mounted = byDevice.getOrDefault(device.number(), List.of());
        luns.add(
            new HostInventory.Lun(
                device.lun(),
                device.name(),
                device.identity().source(),
                device.domain(),
                device.domainReason(),
                device.sizeBytes(),
                Optional.of(space.of(device.lun(), mounted, now.nanos()))));
      }
    }
    space.keep(luns.stream().map(HostInventory.Lun::lun).toList());
    TreeSet<ApplicationId> applications = new TreeSet<>();
    for (Cgroups.Reading reading : now.cgroups()) {
      if (!reading.io().isEmpty() && applications.size() < Cgroups.MAX_CGROUPS) {
        applications.add(reading.cgroup().application(host));
      }
    }
    return new HostInventory(host, at, luns, List.copyOf(applications));
  }

  /** How many queues of the last interval had a demand of this quality. */
  public int queues(Demand.Quality quality) {
    return qualities.getOrDefault(quality, 0);
  }

  /** How many queues were left out so far because there were too many. */
  public long queuesLeftOut() {
    return analyst.leftOut();
  }

  private List<LunSample> due(List<LunSample> samples, long nanos) {
    return spans.take(samples, sample -> SECONDS * pace.of(sample.domain(), base, nanos).toNanos());
  }

  private List<Message> measured(List<LunSample> samples, long nanos, Instant at) {
    long seconds = (long) (nanos * SECONDS);
    List<LunFinding> findings = analyst.analyse(samples, grants::enforced, seconds);
    findings.forEach(
        finding -> {
          domains.put(finding.sample().lun(), finding.sample().domain());
        });
    latencies.begin(seconds);
    return Requests.of(
        findings,
        host,
        sequence,
        at,
        grants::of,
        (queue, sample, lasted) -> latencies.add(queue, sample, lasted, grants.enforced(queue)));
  }

  /** The counters could not be read: the last demands, as STALE, and no report of a LUN. */
  private List<Message> notMeasured(Instant at) {
    List<Message> messages = new ArrayList<>();
    analyst
        .notMeasured()
        .forEach(
            (lun, queues) -> {
              DomainId domain = domains.get(lun);
              if (domain != null) {
                List<Request> requests = queues.stream().map(HostAgent::stale).toList();
                messages.addAll(
                    RequestBatch.of(new LunInterval(domain, lun, host, sequence, at, 1), requests));
              }
            });
    return messages;
  }

  private static Request stale(QueueFinding queue) {
    return new Request(
        queue.queue().application(),
        queue.sample(),
        queue.demand(),
        Optional.empty(),
        Optional.empty());
  }
}
