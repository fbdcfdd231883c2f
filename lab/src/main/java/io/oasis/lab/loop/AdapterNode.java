package io.oasis.lab.loop;

import io.oasis.adapter.plan.AdapterConfig;
import io.oasis.adapter.plan.AdapterCore;
import io.oasis.adapter.plan.Effect;
import io.oasis.adapter.plan.Form;
import io.oasis.adapter.plan.Input;
import io.oasis.adapter.plan.Now;
import io.oasis.adapter.plan.Verdict;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Written;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.sim.Chance;
import io.oasis.lab.sim.Timeline;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The production adapter of one simulated host, with its journal and its guardian. What the shell
 * does with files is done here with maps, by the same order: journal, write, read back.
 */
public final class AdapterNode {
  private static final long TURN = 50 * Timeline.MILLI;

  /** The guardian sees the end of its pipe and restores. */
  private static final long GUARDIAN = 100 * Timeline.MILLI;

  /** So long it waits at least for another beat. */
  private static final long GUARDIAN_LEAST = 750 * Timeline.MILLI;

  private final Timeline time;
  private final LabHost host;
  private final WallClock clock;
  private final AdapterConfig config;
  private final Chance chance;
  private final Consumer<Message> out;
  private final Map<Place, Written> journal = new LinkedHashMap<>();
  private final Map<DomainId, Version> versions = new HashMap<>();
  private final Map<QueueId, Counters> counted = new HashMap<>();
  private final long intervalNanos;
  private Set<Place> conflicts = Set.of();
  private @Nullable AdapterCore core;
  private boolean stopped;
  private boolean settles;
  private long lastWord = Long.MIN_VALUE / 2;

  AdapterNode(
      Timeline time,
      LabHost host,
      WallClock clock,
      Duration lease,
      long firstNanos,
      long intervalNanos,
      long seed,
      Consumer<Message> out) {
    this.time = time;
    this.host = host;
    this.clock = clock;
    this.chance = new Chance(seed, "sessions of " + host.id());
    this.out = out;
    this.intervalNanos = intervalNanos;
    String target = host.isKernel() ? "cgroup-v1" : "array";
    Placement placement = host.isKernel() ? Placement.ABOVE_COUNTERS : Placement.BELOW_COUNTERS;
    config =
        new AdapterConfig(
            new AdapterId(host.id() + ":cgroup-v1"),
            target,
            placement,
            host.isKernel() ? Form.OF_KERNEL : Form.OF_DIRECTIONS,
            lease);
    start();
    time.every(firstNanos % TURN, TURN, this::turn);
    time.every(firstNanos, intervalNanos, this::look);
  }

  public LabHost host() {
    return host;
  }

  /** When a manager's word last reached this adapter, taken or not. */
  long lastWordNanos() {
    return lastWord;
  }

  AdapterId id() {
    return config.adapter();
  }

  void take(Message message) {
    if (core == null || stopped) {
      return;
    }
    switch (message) {
      case SettingBatch settings -> {
        lastWord = time.now();
        step(new Input.Ordered(settings));
        settleSoon();
      }
      case LeaseRenewal renewal -> {
        lastWord = time.now();
        step(new Input.Ordered(renewal));
      }
      default -> {}
    }
  }

  /** What arrives at one moment is settled together, as the shell does with what it drains. */
  private void settleSoon() {
    if (!settles) {
      settles = true;
      time.after(
          0,
          () -> {
            settles = false;
            step(new Input.Settle());
          });
    }
  }

  private void turn() {
    step(new Input.Settle());
    step(new Input.Tick());
  }

  private void look() {
    if (core == null || stopped) {
      return;
    }
    step(new Input.Seen(host.inventory()));
    for (LabHost.Place place : host.places()) {
      usage(place);
    }
    core.inForce()
        .forEach(
            (queue, place) -> {
              LabHost.Place held = host.place(queue);
              step(new Input.Measured(queue, place, Optional.of(held.throttle()), held.counters()));
            });
  }

  private void usage(LabHost.Place place) {
    Counters now = place.counters();
    Counters before = counted.getOrDefault(place.queue(), now);
    counted.put(place.queue(), now);
    double seconds = intervalNanos / (double) Timeline.SECOND;
    out.accept(
        new UsageBatch(
            place.lun().device().domain(),
            place.queue().lun(),
            config.adapter(),
            clock.now(),
            (long) (seconds * 1_000),
            List.of(
                new Usage(
                    place.queue().application(),
                    flow(
                        now.readIos() - before.readIos(),
                        now.readBytes() - before.readBytes(),
                        seconds),
                    flow(
                        now.writeIos() - before.writeIos(),
                        now.writeBytes() - before.writeBytes(),
                        seconds)))));
  }

  private static Flow flow(long ios, long bytes, double seconds) {
    return new Flow(ios / seconds, ios / seconds, bytes / seconds, 0);
  }

  private void step(Input first) {
    if (core == null || stopped) {
      return;
    }
    List<Input> inputs = new ArrayList<>(List.of(first));
    while (!inputs.isEmpty()) {
      List<Input> answers = new ArrayList<>();
      for (Input input : inputs) {
        for (Effect effect : core.step(input, now())) {
          execute(effect).ifPresent(answers::add);
        }
      }
      inputs = answers;
    }
  }

  private Now now() {
    return new Now(Duration.ofNanos(time.now()), clock.now());
  }

  private Optional<Input> execute(Effect effect) {
    return switch (effect) {
      case Effect.Apply(QueueId queue, Place place, Throttle wanted) ->
          Optional.of(new Input.Applied(queue, place, apply(queue, place, wanted)));
      case Effect.Release(QueueId queue, Place place) -> {
        restore(queue, place);
        yield Optional.of(new Input.LetGo(queue, place, false, Optional.empty()));
      }
      case Effect.Tell(Message message) -> {
        if (!(message instanceof Findings)) { // for people: nothing is decided by them
          out.accept(message);
        }
        yield Optional.empty();
      }
      case Effect.Remember(DomainId domain, Version version) -> {
        versions.merge(domain, version, (old, seen) -> seen.isAfter(old) ? seen : old);
        yield Optional.empty();
      }
      case Effect.RememberConflicts(var _, Set<Place> places) -> {
        conflicts = places;
        yield Optional.empty();
      }
      case Effect.Note _, Effect.Divide _, Effect.Undivide _ -> Optional.empty();
    };
  }

  private Verdict apply(QueueId queue, Place place, Throttle wanted) {
    LabHost.Place held = host.place(queue);
    Throttle current = held.throttle();
    Written known = journal.get(place);
    if (known != null && !known.foreign(current).isEmpty()) {
      return new Verdict.Foreign(current);
    }
    journal.put(place, known == null ? Written.first(current, wanted) : known.then(wanted));
    places.put(place, queue);
    held.throttle(wanted);
    return new Verdict.InForce(wanted);
  }

  /** Which queue a place in the journal belongs to. */
  private final Map<Place, QueueId> places = new HashMap<>();

  private void restore(QueueId queue, Place place) {
    Written written = journal.remove(place);
    if (written != null) {
      LabHost.Place held = host.place(queue);
      held.throttle(written.restoration(held.throttle(), true).wanted());
    }
  }

  private void restoreAll() {
    for (Place place : List.copyOf(journal.keySet())) {
      QueueId queue = places.get(place);
      if (queue != null) {
        restore(queue, place);
      }
    }
  }

  /** The process is killed; its guardian restores. */
  public void kill() {
    core = null;
    time.after(
        GUARDIAN,
        () -> {
          if (core == null) {
            restoreAll();
          }
        });
  }

  /** The process stands still and hears nothing; its guardian restores when a lease ends. */
  public void freeze() {
    stopped = true;
    AdapterCore frozen = core;
    time.after(
        StrictMath.max(GUARDIAN_LEAST, leaseLeft()),
        () -> {
          if (stopped && core == frozen) {
            restoreAll();
            thawWithoutJournal = true;
          }
        });
  }

  private long leaseLeft() {
    return core == null ? 0 : core.firstLeaseEnd().orElse(now().monotonic()).toNanos() - time.now();
  }

  private boolean thawWithoutJournal;

  /** The process goes on after {@link #freeze}. */
  public void thaw() {
    stopped = false;
    if (thawWithoutJournal) {
      thawWithoutJournal = false;
      step(new Input.JournalLost());
    }
    step(new Input.Tick());
  }

  /** The process starts: what its journal still holds is restored first. */
  public void start() {
    restoreAll();
    core =
        new AdapterCore(
            config,
            versions,
            conflicts,
            () -> new SessionId("s" + Long.toHexString(chance.below(Long.MAX_VALUE))));
    step(new Input.Seen(host.inventory()));
  }
}
