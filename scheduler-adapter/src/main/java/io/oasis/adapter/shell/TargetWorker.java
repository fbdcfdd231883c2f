package io.oasis.adapter.shell;

import io.oasis.adapter.plan.Effect;
import io.oasis.adapter.plan.Input;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does on one thread what takes time at a target, so that the loop hears and is heard meanwhile:
 * SPDK takes 20 changes a second, so 300 of them last 15 s.
 *
 * <p>Law: of one place only the newest wish waits, so no more wait than there are places. What lets
 * go comes before what limits. Leases are kept and the host is looked at between any {@link #BATCH}
 * of them. Answers come in the order in which things were done, so that what is measured is never
 * older than what is known to be in force.
 */
final class TargetWorker {
  /** Wishes done at a time, with one force of the journal: 0.4 s at the slowest target. */
  private static final int BATCH = 8;

  /** What became of something. */
  sealed interface Answer {
    /** For the core. */
    record Did(Input input) implements Answer {}

    /**
     * What was seen.
     *
     * @param measured the places that were asked for
     */
    record Looked(View.Look look, List<Input> measured) implements Answer {}
  }

  private final Applier applier;
  private final Supplier<View.Look> view;
  private final Executor executor;

  // What follows is guarded by this.
  private final Map<Place, Effect> divisions = new LinkedHashMap<>();
  private final Map<Place, Effect.Apply> applies = new LinkedHashMap<>();
  private final Map<Place, Effect.Release> releases = new LinkedHashMap<>();
  private Optional<List<Place>> swept = Optional.empty();
  private Optional<List<Place>> kept = Optional.empty();
  private Optional<Map<QueueId, Place>> looked = Optional.empty();
  private boolean lookedLast;
  private List<Answer> answers = new ArrayList<>();
  private boolean working;
  private @Nullable Throwable defect;

  /**
   * @param executor one thread, or the caller's own
   */
  TargetWorker(Applier applier, Supplier<View.Look> view, Executor executor) {
    this.applier = applier;
    this.view = view;
    this.executor = executor;
  }

  /** Limits a place; what else was to be done there is not done any more. */
  synchronized void apply(Effect.Apply wish) {
    releases.remove(wish.place());
    applies.put(wish.place(), wish);
    start();
  }

  /** Lets go of a place; what else was to be done there is not done any more. */
  synchronized void release(Effect.Release wish) {
    applies.remove(wish.place());
    releases.put(wish.place(), wish);
    start();
  }

  /** Divides a cache, or lets go of it. */
  synchronized void divide(Place cache, Effect wish) {
    divisions.put(cache, wish);
    start();
  }

  /** Keeps places in force that a target lets go of by itself. */
  synchronized void keep(List<Place> places) {
    kept = Optional.of(places);
    start();
  }

  /** Looks at the host and at these places; once, however often it is asked before. */
  synchronized void look(Map<QueueId, Place> places) {
    looked = Optional.of(places);
    start();
  }

  /** Restores what nobody claims, if everybody's claims are known: if nothing is underway. */
  synchronized void sweep(List<Place> claimed) {
    if (!working && answers.isEmpty()) {
      swept = Optional.of(claimed);
      start();
    }
  }

  /**
   * What was done since it was asked last.
   *
   * @throws IllegalStateException once, after a defect: what waited is done all the same
   */
  synchronized List<Answer> answers() {
    if (defect != null) {
      Throwable cause = defect;
      defect = null;
      throw new IllegalStateException("a defect at the target", cause);
    }
    List<Answer> taken = answers;
    answers = new ArrayList<>();
    return taken;
  }

  /** Whether there are answers, or will be soon. */
  synchronized boolean isWorking() {
    return working || !answers.isEmpty();
  }

  /** Waits until all is done. */
  synchronized void finish() {
    boolean interrupted = false;
    while (working) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true; // what is limited must be let go first
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void start() {
    if (!working) {
      working = true;
      executor.execute(this::work);
    }
  }

  private void work() {
    try {
      for (Runnable job = next(); job != null; job = next()) {
        job.run();
      }
    } catch (RuntimeException | Error e) {
      end(e);
      throw e;
    }
  }

  private synchronized void end(Throwable e) {
    defect = e;
    working = false;
    notifyAll();
  }

  /** What to do now: null when there is nothing, and then nobody works. */
  private synchronized @Nullable Runnable next() {
    if (swept.isPresent()) {
      List<Place> claimed = swept.get();
      swept = Optional.empty();
      return () -> applier.sweep(claimed);
    }
    if (kept.isPresent()) {
      List<Place> places = kept.get();
      kept = Optional.empty();
      return () -> applier.keep(places);
    }
    boolean others = !(releases.isEmpty() && divisions.isEmpty() && applies.isEmpty());
    if (looked.isPresent() && !(lookedLast && others)) {
      Map<QueueId, Place> places = looked.get();
      looked = Optional.empty();
      lookedLast = true;
      return () -> look(places, view.get());
    }
    lookedLast = false;
    if (!releases.isEmpty()) {
      List<Effect.Release> batch = take(releases);
      return () -> did(applier.release(batch));
    }
    if (!divisions.isEmpty()) {
      List<Effect> batch = take(divisions);
      return () -> batch.forEach(this::divide);
    }
    if (!applies.isEmpty()) {
      List<Effect.Apply> batch = take(applies);
      return () -> did(applier.apply(batch));
    }
    working = false;
    notifyAll();
    return null;
  }

  private static <E> List<E> take(Map<Place, E> wishes) {
    List<E> batch = new ArrayList<>();
    for (Iterator<E> each = wishes.values().iterator(); each.hasNext() && batch.size() < BATCH; ) {
      batch.add(each.next());
      each.remove();
    }
    return batch;
  }

  private void divide(Effect wish) {
    if (wish instanceof Effect.Divide division) {
      applier.divide(division);
    } else if (wish instanceof Effect.Undivide end) {
      applier.undivide(end);
    }
  }

  private void look(Map<QueueId, Place> places, View.Look look) {
    List<Input> measured = new ArrayList<>(places.size());
    Map<QueueId, Counters> counted = look.counters();
    places.forEach(
        (queue, place) ->
            measured.add(applier.measure(queue, place, Optional.ofNullable(counted.get(queue)))));
    answer(List.of(new Answer.Looked(look, measured)));
  }

  private void did(List<Input> inputs) {
    answer(inputs.stream().map(Answer.Did::new).toList());
  }

  private synchronized void answer(List<? extends Answer> more) {
    answers.addAll(more);
  }
}
