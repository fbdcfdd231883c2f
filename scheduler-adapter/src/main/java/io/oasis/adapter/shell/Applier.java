package io.oasis.adapter.shell;

import io.oasis.adapter.journal.Entry;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.plan.Effect;
import io.oasis.adapter.plan.Input;
import io.oasis.adapter.plan.Verdict;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.QueueId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the core's effects true on a target.
 *
 * <p>Law: the journal is on the disk before anything is written, a place that holds what is not
 * ours is not written, and what was written is read back.
 */
public final class Applier {
  private static final Logger LOG = LoggerFactory.getLogger(Applier.class);

  private record Planned(
      Effect.Apply effect, Throttle current, boolean announced, Optional<Entry> earlier) {}

  /**
   * What a release left at a place.
   *
   * @param foreign whether somebody else's limit is there
   * @param trouble why ours still is
   */
  private record Left(boolean foreign, Optional<String> trouble) {}

  private final Target target;
  private final Journal journal;
  private final BooleanSupplier mayWrite;
  private final DeviceTuning tuning;
  private final @Nullable SettingTraces traces;

  /**
   * @param mayWrite asked right before each write: false once the kill switch is set
   * @param traces are told when each write was, if anybody follows
   */
  Applier(
      Target target,
      Journal journal,
      BooleanSupplier mayWrite,
      DeviceTuning tuning,
      @Nullable SettingTraces traces) {
    this.target = target;
    this.journal = journal;
    this.mayWrite = mayWrite;
    this.tuning = tuning;
    this.traces = traces;
  }

  /** Writes a batch with one force of the journal. */
  public List<Input> apply(List<Effect.Apply> batch) {
    List<Input> answers = new ArrayList<>(batch.size());
    List<Planned> plans = new ArrayList<>(batch.size());
    for (Effect.Apply effect : batch) {
      announce(effect, plans, answers);
    }
    try {
      journal.force();
    } catch (JournalException e) {
      for (Planned plan : plans) {
        if (plan.announced()) {
          journal.retract(plan.effect().place(), plan.earlier());
        }
        answers.add(
            answer(
                plan.effect(),
                new Verdict.Trouble("journal: " + e.getMessage(), Optional.empty())));
      }
      return answers;
    }
    for (Planned plan : plans) {
      Instant began = begins();
      Verdict verdict = write(plan);
      wrote(plan.effect().queue(), began);
      if (verdict instanceof Verdict.InForce) {
        tuning.hold(plan.effect().place().device());
      }
      answers.add(answer(plan.effect(), verdict));
    }
    return answers;
  }

  private void announce(Effect.Apply effect, List<Planned> plans, List<Input> answers) {
    Place place = effect.place();
    try {
      if (target.presence(place) != Presence.SAME) {
        answers.add(answer(effect, new Verdict.Gone()));
        return;
      }
      Throttle current = target.read(place);
      Optional<Entry> entry = journal.entry(place);
      if (entry.isPresent() && !entry.get().written().foreign(current).isEmpty()) {
        answers.add(answer(effect, new Verdict.Foreign(current)));
        return;
      }
      boolean differs = !current.equals(effect.throttle());
      if (differs || entry.isEmpty()) {
        journal.announce(target.kind(), place, current, effect.throttle());
      }
      plans.add(new Planned(effect, current, differs || entry.isEmpty(), entry));
    } catch (TargetException e) {
      answers.add(
          answer(effect, new Verdict.Trouble(String.valueOf(e.getMessage()), Optional.empty())));
    }
  }

  /** When a write begins, if anybody asks. */
  private Instant begins() {
    return traces == null ? Instant.EPOCH : Instant.now();
  }

  private void wrote(QueueId queue, Instant began) {
    if (traces != null) {
      traces.wrote(queue, began);
    }
  }

  private Verdict write(Planned plan) {
    Place place = plan.effect().place();
    Throttle wanted = plan.effect().throttle();
    if (!mayWrite.getAsBoolean()) {
      return trouble(place, "released by hand");
    }
    try {
      Throttle current = target.read(place); // the journal took time
      if (!current.equals(plan.current())) {
        return new Verdict.Foreign(current);
      }
      if (!current.equals(wanted)) {
        target.apply(place, current, wanted);
      }
      Throttle readBack = target.read(place);
      return readBack.equals(wanted)
          ? new Verdict.InForce(readBack)
          : trouble(place, "wrote " + wanted + " and read back " + readBack);
    } catch (TargetException e) {
      return target.presence(place) == Presence.SAME
          ? trouble(place, String.valueOf(e.getMessage()))
          : new Verdict.Gone();
    }
  }

  /** Finds out what is there, and says so in the journal, so that it is not taken for foreign. */
  private Verdict trouble(Place place, String cause) {
    try {
      Throttle found = target.read(place);
      if (journal.entry(place).map(entry -> entry.written().mayHold(found)).orElse(false)) {
        journal.announce(target.kind(), place, found, found);
        return new Verdict.Trouble(cause, Optional.of(found));
      }
    } catch (TargetException e) {
      LOG.debug("cannot be read either: {}", place, e);
    }
    return new Verdict.Trouble(cause, Optional.empty());
  }

  /** Divides a cache; what goes wrong is told by the next report of the cache. */
  public void divide(Effect.Divide effect) {
    Place cache = effect.cache();
    Optional<Entry> entry = journal.entry(cache);
    if (!mayWrite.getAsBoolean() || target.presence(cache) != Presence.SAME) {
      return;
    }
    try {
      if (entry.isEmpty()) {
        journal.announce(target.kind(), cache, Throttle.NONE, Throttle.NONE);
        journal.force();
      }
      target.divide(cache, effect.division());
    } catch (JournalException e) {
      journal.retract(cache, entry);
      LOG.warn("journal: {}", e.getMessage());
    } catch (TargetException e) {
      LOG.warn("{} is left as it is: {}", cache, e.getMessage());
    }
  }

  /** Lets go of a cache; what fails is tried again with every {@link #sweep}. */
  public void undivide(Effect.Undivide effect) {
    restore(effect.cache()).trouble().ifPresent(why -> LOG.warn("{}: {}", effect.cache(), why));
    force();
  }

  /** Keeps places in force, where a target would let go by itself. */
  public void keep(Collection<Place> places) {
    try {
      target.keep(places);
    } catch (TargetException e) {
      LOG.debug("cannot be kept", e);
    }
  }

  private static Input answer(Effect.Apply effect, Verdict verdict) {
    return new Input.Applied(effect.queue(), effect.place(), verdict);
  }

  /** Restores a batch of places, then says so in the journal. */
  public List<Input> release(List<Effect.Release> batch) {
    List<Input> answers = new ArrayList<>(batch.size());
    for (Effect.Release effect : batch) {
      Instant began = begins();
      Left left = restore(effect.place());
      answers.add(new Input.LetGo(effect.queue(), effect.place(), left.foreign(), left.trouble()));
      wrote(effect.queue(), began);
    }
    tuning.keepOnly(devices());
    force();
    return answers;
  }

  /** Restores what the journal has open and nobody claims: what failed earlier is tried again. */
  public void sweep(Collection<Place> claimed) {
    Set<Place> kept = Set.copyOf(claimed);
    for (Entry entry : journal.entries()) {
      if (!kept.contains(entry.place())) {
        restore(entry.place()).trouble().ifPresent(why -> LOG.debug("{}: {}", entry.place(), why));
      }
    }
    tuning.keepOnly(devices());
    force(); // also what could not be forced earlier
  }

  /** On which something of ours is. */
  private Set<DeviceRef> devices() {
    return journal.entries().stream()
        .filter(entry -> entry.kind().equals(target.kind()))
        .map(entry -> entry.place().device())
        .collect(Collectors.toSet());
  }

  private Left restore(Place place) {
    Optional<Entry> entry = journal.entry(place);
    if (entry.isEmpty()) {
      return new Left(false, Optional.empty());
    }
    if (!entry.get().kind().equals(target.kind())) {
      return new Left(false, Optional.of("it belongs to a target " + entry.get().kind()));
    }
    try {
      List<Throttle.Part> foreign = target.release(place, entry.get().written());
      if (!foreign.isEmpty()) {
        LOG.warn("left at {} what somebody else wrote: {}", place, foreign);
      }
      journal.restored(place);
      return new Left(!foreign.isEmpty(), Optional.empty());
    } catch (TargetException e) {
      return new Left(false, Optional.of("cannot let go: " + e.getMessage()));
    }
  }

  private void force() {
    try {
      journal.force();
    } catch (JournalException e) {
      // What the file says too much does no harm: restoring once more finds nothing of ours.
      LOG.warn("journal: {}", e.getMessage());
    }
  }

  /**
   * What a place in force holds now, and what passed.
   *
   * @param counters if they were just read; otherwise the target is asked
   */
  public Input measure(QueueId queue, Place place, Optional<Counters> counters) {
    if (target.presence(place) == Presence.SAME) {
      try {
        Throttle found = target.read(place);
        Counters passed = counters.isPresent() ? counters.get() : target.observe(place);
        return new Input.Measured(queue, place, Optional.of(found), passed);
      } catch (TargetException e) {
        LOG.debug("vanished while it was measured: {}", place, e);
      }
    }
    return new Input.Measured(queue, place, Optional.empty(), Counters.ZERO);
  }
}
