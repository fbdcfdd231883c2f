package io.oasis.manager.core.partition;

import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.Rails;
import io.oasis.manager.core.partition.InsulationView.PlanChange;
import io.oasis.manager.planners.insulation.Allotment;
import io.oasis.manager.planners.insulation.Damping;
import io.oasis.manager.planners.insulation.DiskTraits;
import io.oasis.manager.planners.insulation.InsulationPlan;
import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import io.oasis.manager.planners.insulation.Profile;
import io.oasis.manager.planners.insulation.SharedDisk;
import io.oasis.manager.planners.insulation.StandingPlan;
import io.oasis.protocol.CacheDecision;
import io.oasis.protocol.CacheDecision.PartitionDecision;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DecisionHeader;
import io.oasis.protocol.QueueId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Plans cache and time of the devices of a domain by insulation, where the operator has chosen that
 * for its policy, from what is reported of each device.
 *
 * <p>A plan is made whatever the mode is and shown; in {@code ENFORCE} it is sent as a setting of
 * the cache, under the same versions, sessions and lease, and again when a report shows that it is
 * not in force. Nothing is kept across restarts: the first plan after one waits for a trial, in
 * which nothing is sent, and begins with those who have what they need by the plan in force.
 */
public final class Insulation {
  /** A plan that is not in force is sent again, no sooner than a report can show the last one. */
  private static final Duration SEND_AGAIN = Duration.ofSeconds(5);

  /** Of the round, where what was sent is what is in force: bricks keep whole nanoseconds. */
  private static final double SAME_ROUND = 1e-3;

  /** Partitions are whole blocks of it. */
  private static final double BLOCK_BYTES = 4_096;

  private static final double MICROS_PER_MILLI = 1e3;

  /** Changes of a plan that are kept to be shown; chosen: enough to follow what happened. */
  private static final int RECENT_CHANGES = 20;

  private final Domain domain;
  private final StandingPlan standing = new StandingPlan(Damping.DEFAULT);
  private final ByCache<Kept> devices = new ByCache<>();

  /** What is known of one device. */
  private static final class Kept {
    private StandingPlan.State plan = StandingPlan.State.NONE;
    private final Deque<PlanChange> changes = new ArrayDeque<>();
    private String obstacle = "";
    private boolean inForce;
    private Instant sentAt = Instant.EPOCH;
    private CacheReport report;

    private Kept(CacheReport report) {
      this.report = report;
    }
  }

  public Insulation(Domain domain) {
    this.domain = domain;
  }

  public List<Effect> reported(CacheReport report, Instant now) {
    Kept kept = devices.reported(report.cache().name(), () -> new Kept(report));
    kept.report = report;
    Optional<CacheReport.Time> time = report.time();
    kept.obstacle = obstacle(report);
    if (time.isEmpty() || time.get().disk().isEmpty() || !kept.obstacle.isEmpty()) {
      kept.inForce = false;
      return List.of();
    }
    StandingPlan.Step step =
        standing.step(
            kept.plan,
            shared(report, time.get().disk().get()),
            Profiles.of(report, queue -> Rails.of(domain.rails(), queue).weight()),
            inForce(report, time.get()),
            now);
    kept.plan = step.next();
    List<Effect> effects = new ArrayList<>();
    step.change()
        .ifPresent(
            change -> {
              kept.changes.addFirst(new PlanChange(now, change.reasons()));
              while (kept.changes.size() > RECENT_CHANGES) {
                kept.changes.removeLast();
              }
              effects.add(new Effect.Publish(decision(report, change.plan(), now)));
            });
    kept.plan.plan().ifPresent(plan -> push(kept, plan, time.get(), step, now, effects));
    return effects;
  }

  /** What workloads have by a plan that a setting carried out, this controller's or another's. */
  private static Map<String, Allotment> inForce(CacheReport report, CacheReport.Time time) {
    Map<String, Double> bytes = new HashMap<>();
    report
        .partitions()
        .forEach(part -> bytes.put(Profiles.name(part.queue()), part.space().sizeBytes()));
    Map<String, Allotment> held = new HashMap<>();
    for (CacheSetting.Slice slice : time.slices()) {
      String name = Profiles.name(slice.queue());
      held.put(
          name, new Allotment(slice.millis() * MICROS_PER_MILLI, bytes.getOrDefault(name, 0.0)));
    }
    return held;
  }

  /** Why nothing can be planned; empty when it can. */
  private static String obstacle(CacheReport report) {
    if (report.time().isEmpty()) {
      return "the target says nothing of the device's time: only bricks do";
    }
    CacheReport.Time time = report.time().get();
    if (!time.discipline().equals("argon")) {
      return "the discipline is " + time.discipline() + ": it must be argon";
    }
    if (time.accessBytes() == 0) {
      return "access-bytes is 0: the device must be started with read-ahead";
    }
    if (time.disk().isEmpty()) {
      return "the disk is not known: the device must be started with a model or a probe";
    }
    CacheReport.Disk disk = time.disk().get();
    if (disk.averageSeekMicros() + disk.rotationMicros() == 0) {
      return "the disk needs no time to get anywhere: there is nothing to lose by sharing it";
    }
    return time.uncached() == 0
        ? ""
        : time.uncached() + " exports have no partition of the cache: each must have cache-bytes";
  }

  private static SharedDisk shared(CacheReport report, CacheReport.Disk disk) {
    return new SharedDisk(
        new DiskTraits(
            disk.averageSeekMicros(),
            disk.longestSeekMicros(),
            disk.rotationMicros(),
            disk.streamingBytesPerSecond()),
        report.totalBytes());
  }

  private void push(
      Kept kept,
      InsulationPlan plan,
      CacheReport.Time time,
      StandingPlan.Step step,
      Instant now,
      List<Effect> effects) {
    kept.inForce = isInForce(kept.report, time, plan);
    boolean again = Duration.between(kept.sentAt, now).compareTo(SEND_AGAIN) >= 0;
    if (domain.enforcing() && !kept.inForce && (step.change().isPresent() || again)) {
      kept.sentAt = now;
      effects.add(new Effect.Publish(setting(kept.report, plan, now)));
    }
  }

  private static boolean isInForce(CacheReport report, CacheReport.Time time, InsulationPlan plan) {
    double round = plan.roundMicros() / MICROS_PER_MILLI;
    boolean same =
        StrictMath.abs(time.roundMillis() - round) <= SAME_ROUND * round
            && StrictMath.abs(time.accessBytes() - plan.accessBytes()) <= 1;
    Map<String, Place> places = places(plan);
    Map<String, Allotment> inForce = inForce(report, time);
    for (CacheReport.Partition part : report.partitions()) {
      Place place = places.get(Profiles.name(part.queue()));
      Allotment held = inForce.get(Profiles.name(part.queue()));
      same &=
          place != null
              && held != null
              && StrictMath.abs(held.partitionBytes() - place.partitionBytes()) <= BLOCK_BYTES
              && StrictMath.abs(held.sliceMicros() - place.sliceMicros())
                  <= SAME_ROUND * plan.roundMicros();
    }
    return same;
  }

  private static Map<String, Place> places(InsulationPlan plan) {
    Map<String, Place> places = new HashMap<>();
    plan.workloads().forEach(place -> places.put(place.profile().name(), place));
    return places;
  }

  private CacheSetting setting(CacheReport report, InsulationPlan plan, Instant now) {
    Map<String, Place> places = places(plan);
    List<CacheSetting.Size> sizes = new ArrayList<>();
    List<CacheSetting.Slice> slices = new ArrayList<>();
    for (CacheReport.Partition part : report.partitions()) {
      Place place = places.get(Profiles.name(part.queue()));
      if (place != null) {
        QueueId queue = part.queue();
        sizes.add(new CacheSetting.Size(queue, StrictMath.floor(place.partitionBytes())));
        slices.add(new CacheSetting.Slice(queue, place.sliceMicros() / MICROS_PER_MILLI));
      }
    }
    return new CacheSetting(
        report.cache(),
        domain.nextVersion(),
        now,
        sizes,
        domain.config().lease().toMillis(),
        Optional.of(
            new CacheSetting.Slices(
                plan.roundMicros() / MICROS_PER_MILLI, plan.accessBytes(), slices)),
        domain.authority());
  }

  private CacheDecision decision(CacheReport report, InsulationPlan plan, Instant now) {
    Map<String, Place> places = places(plan);
    List<PartitionDecision> partitions = new ArrayList<>();
    for (CacheReport.Partition part : report.partitions()) {
      Place place = places.get(Profiles.name(part.queue()));
      if (place != null) {
        partitions.add(
            new PartitionDecision(
                part.queue(),
                place.profile().weight(),
                part.space().sizeBytes(),
                Optional.empty(),
                place.partitionBytes(),
                place.partitionBytes(),
                expectedHitRatio(place),
                words(place)));
      }
    }
    return new CacheDecision(
        new DecisionHeader(
            domain.id(), domain.nextVersion(), now, domain.rails().mode(), Rails.INSULATION),
        report.cache().name(),
        report.totalBytes(),
        Optional.empty(),
        partitions);
  }

  private static double expectedHitRatio(Place place) {
    return switch (place.profile()) {
      case Profile.Unknown _, Profile.Streaming _ -> 0;
      case Profile.Random random -> random.hits().hitRatio(place.partitionBytes());
    };
  }

  private static String words(Place place) {
    return String.format(
        Locale.ROOT,
        "%s, slices of %.0f ms, %.2f of its efficiency alone expected: %s",
        place.status(),
        place.sliceMicros() / MICROS_PER_MILLI,
        place.efficiency(),
        place.why());
  }

  /** Lets go of all that is planned, now: what was in force before comes back. */
  public List<Effect> letGo(Instant now) {
    List<Effect> effects = new ArrayList<>();
    for (Kept kept : devices.all().values()) {
      if (kept.sentAt.isAfter(Instant.EPOCH)) {
        kept.sentAt = Instant.EPOCH;
        CacheReport report = kept.report;
        effects.add(
            new Effect.Publish(
                new CacheSetting(
                    report.cache(),
                    domain.nextVersion(),
                    now,
                    List.of(),
                    domain.config().lease().toMillis(),
                    Optional.empty(),
                    domain.authority())));
      }
    }
    return effects;
  }

  /** The operator wants something else: what was planned and learnt is old. */
  public void forget() {
    devices.clear();
  }

  public List<InsulationView> views() {
    List<InsulationView> views = new ArrayList<>();
    devices
        .all()
        .forEach(
            (name, kept) ->
                views.add(
                    new InsulationView(
                        name,
                        SharedDisk.R.value(),
                        kept.obstacle,
                        kept.inForce,
                        kept.plan.plan(),
                        List.copyOf(kept.changes))));
    return List.copyOf(views);
  }
}
