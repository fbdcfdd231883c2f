package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.hear.LunState;
import io.oasis.manager.core.law.Sight;
import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Makes what the law sees of what was heard. Where agents count what waits behind a limit, that is
 * what waits. Where they do not, it is what is outstanding for longer than the device takes for
 * those who are free (Little's law), or below the counters, as far as it can be known.
 */
final class Sights {
  /** Waiting below this part of what is outstanding is no limit's, ... */
  private static final double LEAST_PART_HELD = 0.1;

  /** ... nor are fewer I/Os than this. */
  private static final double LEAST_HELD = 0.5;

  /** So many I/Os of those without a limit tell the latency of an interval. */
  private static final double LEAST_SEEN = 3;

  private static final double MICROS_PER_SECOND = 1e6;

  /** Where I/Os are counted and not what they cost, they are all of one kind. */
  private static final Kind LEVEL = new Kind(0, 1);

  private final Domain domain;
  private final Map<QueueId, Backlog> backlogs = new HashMap<>();
  private final Map<QueueId, Double> heldBefore = new HashMap<>();
  private Map<LunId, Double> outstanding = Map.of();
  private Map<LunId, Double> outstandingBefore = Map.of();

  /** What of that part of a LUN's outstanding which is put down to free ones is theirs. */
  private final Map<LunId, Double> free = new HashMap<>();

  private Instant at = Instant.EPOCH;
  private double seconds;
  private double latency;

  /** Whether limits act above the agents' counters. */
  private boolean isAbove;

  Sights(Domain domain) {
    this.domain = domain;
  }

  /**
   * One queue in an interval.
   *
   * @param passed I/Os per second that came past its limit
   * @param held behind its limit; empty where that follows from what is outstanding
   * @param outstanding of all it sent
   */
  private record Look(
      HeardQueue queue, boolean isFree, double passed, OptionalDouble held, double outstanding) {
    QueueSample sample() {
      return Sights.sample(queue);
    }
  }

  /** The interval that ends now, of these queues; each has been heard of. */
  Sight look(List<HeardQueue> queues, Function<HeardQueue, Rule> rules, Instant now) {
    double length = domain.interval().toMillis() / 1e3;
    advance(length, now);
    isAbove =
        domain.adapters().all().stream()
            .allMatch(adapter -> adapter.status().target().holdsAboveCounters());
    Map<LunId, Integer> users = new HashMap<>();
    queues.forEach(queue -> users.merge(queue.id().lun(), isBusy(queue) ? 1 : 0, Integer::sum));
    outstandingBefore = outstanding;
    outstanding = new HashMap<>();
    for (LunState lun : domain.luns()) {
      outstanding.put(lun.report().interval().lun(), lun.report().outstanding());
    }
    follow(queues, length);
    List<Look> looks = new ArrayList<>(queues.size());
    for (HeardQueue queue : queues) {
      boolean isAlone = isBusy(queue) && users.getOrDefault(queue.id().lun(), 0) <= 1;
      looks.add(look(queue, isAlone, length));
    }
    double completed = 0;
    double all = 0;
    for (LunState lun : domain.luns()) {
      if (lun.fresh() || users.containsKey(lun.report().interval().lun())) {
        completed += lun.completions();
        all += lun.report().outstanding();
      }
    }
    measureLatency(looks, completed, all, length);
    List<Seen> seen = new ArrayList<>(looks.size());
    looks.forEach(look -> seen.add(seen(look, rules.apply(look.queue))));
    forget(queues);
    double inDevice = isAbove ? all : completed * latency;
    return new Sight(seconds, length, seen, completed, inDevice, latency);
  }

  /**
   * What waits behind limits grows by no more than is outstanding on the LUN: who has a fixed
   * number outstanding sends more than a new limit until what is in the device is through, and no
   * more waits for that.
   */
  private void follow(List<HeardQueue> queues, double length) {
    Map<LunId, Double> beyond = new HashMap<>();
    for (HeardQueue queue : queues) {
      RateBound limit = queue.limit();
      if (limit != null) {
        double bytes = queue.meanBytes();
        double inForce = CostModel.costPerSecond(limit, bytes) / CostModel.costOf(bytes);
        double sent = sample(queue).arrivalsPerSecond();
        beyond.merge(queue.id().lun(), backlog(queue).limited(sent, inForce, length), Double::sum);
      }
    }
    free.clear();
    if (beyond.isEmpty()) {
      return; // nobody is limited
    }
    for (HeardQueue queue : queues) {
      double all = beyond.getOrDefault(queue.id().lun(), 0.0);
      if (queue.limit() != null && all > 0) {
        backlog(queue).grow(StrictMath.clamp(grown(queue.id().lun()) / all, 0, 1));
      }
    }
    divide(queues);
  }

  /** What waits behind limits is of those who are limited; the others share in what is left. */
  private void divide(List<HeardQueue> queues) {
    Map<LunId, Double> behind = new HashMap<>();
    Map<LunId, Double> others = new HashMap<>();
    for (HeardQueue queue : queues) {
      if (queue.limit() == null) {
        others.merge(queue.id().lun(), sample(queue).outstanding(), Double::sum);
      } else {
        behind.merge(queue.id().lun(), backlog(queue).outstanding(), Double::sum);
      }
    }
    behind.forEach(
        (lun, waiting) -> {
          double left = StrictMath.max(0, outstanding.getOrDefault(lun, 0.0) - waiting);
          double counted = others.getOrDefault(lun, 0.0);
          free.put(lun, counted > 0 ? StrictMath.min(1, left / counted) : 1);
        });
  }

  private Backlog backlog(HeardQueue queue) {
    return backlogs.computeIfAbsent(queue.id(), _ -> new Backlog());
  }

  private double grown(LunId lun) {
    return outstanding.getOrDefault(lun, 0.0) - outstandingBefore.getOrDefault(lun, 0.0);
  }

  /** Decisions are an interval apart, whatever the messages' time on their way. */
  private void advance(double length, Instant now) {
    double passed = at.equals(Instant.EPOCH) ? length : Duration.between(at, now).toMillis() / 1e3;
    seconds += length * StrictMath.max(1, StrictMath.rint(passed / length));
    at = now;
  }

  private static QueueSample sample(HeardQueue queue) {
    return Objects.requireNonNull(queue.request()).sample();
  }

  private static boolean isBusy(HeardQueue queue) {
    return sample(queue).arrivalsPerSecond() > 0 || sample(queue).outstanding() > 0;
  }

  private Look look(HeardQueue queue, boolean isAlone, double length) {
    QueueSample sample = sample(queue);
    RateBound limit = queue.limit();
    boolean isFree = limit == null;
    double sent = sample.arrivalsPerSecond();
    double completed = sample.completionsPerSecond();
    if (isOfQueue(sample)) {
      double all = completed * sample.meanLatencyMicros() / MICROS_PER_SECOND;
      double held = sample.held().orElse(StrictMath.max(0, all - sample.outstanding()));
      return new Look(queue, isFree, completed, OptionalDouble.of(held), all);
    }
    Backlog backlog = backlog(queue);
    if (isFree) { // also where held is told: once it is limited, that may not be known any more
      backlog.free(sample.outstanding() * free.getOrDefault(queue.id().lun(), 1.0));
    }
    if (sample.held().isPresent() && isHeldAbove(queue)) {
      double held = sample.held().get();
      double grown = held - Objects.requireNonNullElse(heldBefore.put(queue.id(), held), 0.0);
      double passed = isAbove ? StrictMath.max(0, sent - grown / length) : completed;
      OptionalDouble behind = OptionalDouble.of(held);
      return new Look(queue, isFree, passed, behind, sample.outstanding());
    }
    if (limit == null) {
      return new Look(queue, true, completed, OptionalDouble.of(0), sample.outstanding());
    }
    LunState lun = domain.lun(queue.id().lun());
    if (isAlone && lun != null && !isAbove) {
      double counted = lun.report().outstanding();
      return new Look(queue, false, lun.completions(), OptionalDouble.empty(), counted);
    }
    double passed = backlog.passed(sent);
    return new Look(queue, false, passed, OptionalDouble.empty(), backlog.outstanding());
  }

  /**
   * Whether its limit is where its agent counts what waits. What a kernel's throttle holds, or does
   * not, says nothing of a limit below.
   */
  private boolean isHeldAbove(HeardQueue queue) {
    return isAbove
        || domain.adapters().all().stream()
            .filter(adapter -> adapter.status().adapter().equals(queue.adapter()))
            .anyMatch(adapter -> adapter.status().target().holdsAboveCounters());
  }

  /** Whether what is outstanding is its own, and behind its limit. */
  private static boolean isOfQueue(QueueSample sample) {
    return sample.latencySource() == QueueSample.LatencySource.QUEUE;
  }

  /**
   * How long the device takes. Below the counters those who are free tell it, or of whom it is
   * known what is held; a device that always has something to do has one I/O at least.
   */
  private void measureLatency(
      List<Look> looks, double completed, double outstanding, double length) {
    double told = 0;
    double inDevice = outstanding;
    for (Look look : looks) {
      boolean isTold = isAbove || look.held.isPresent();
      told += isTold ? look.passed : 0;
      double behind = look.held.orElse(look.outstanding);
      inDevice -= isAbove || isOfQueue(look.sample()) ? 0 : behind;
    }
    if (told * length >= LEAST_SEEN && completed > 0) {
      double least = StrictMath.min(1, outstanding) / completed;
      latency = StrictMath.max(least, inDevice / (isAbove ? completed : told));
    }
  }

  private Seen seen(Look look, Rule rule) {
    boolean isLevel = Way.of(domain.rails().policy()) == Way.LEVEL;
    return new Seen(
        look.queue.id(),
        isLevel ? 1 : look.queue.rails().weight(),
        isLevel ? LEVEL : kind(look.sample()),
        look.passed,
        look.sample().arrivalsPerSecond(),
        look.isFree ? 0 : look.held.orElseGet(() -> held(look)),
        look.sample().unserved().isPresent(),
        rule);
  }

  /**
   * What is outstanding for longer than the device takes; where that does not show, as others wait
   * long in it, one I/O of who passes just what its limit lets through.
   */
  private double held(Look look) {
    Backlog backlog = Objects.requireNonNull(backlogs.get(look.queue.id()));
    backlog.didPass(look.passed);
    double beyond = look.outstanding - look.passed * latency;
    boolean isHeld = beyond > StrictMath.max(LEAST_HELD, LEAST_PART_HELD * look.outstanding);
    if (isAbove) { // who sends all that its limit lets through would send more
      return backlog.stands() ? StrictMath.max(1, beyond) : 0;
    }
    double atLimit = backlog.isAtLimit() ? 1 : 0;
    return isHeld ? beyond : atLimit;
  }

  private static Kind kind(QueueSample sample) {
    double ios = sample.completionsPerSecond();
    return ios > 0
        ? Kind.of(sample.bytesPerSecond() / ios, sample.reads().completionsPerSecond() / ios)
        : new Kind(0, 1);
  }

  private void forget(List<HeardQueue> queues) {
    if (backlogs.size() > queues.size()) {
      backlogs.keySet().retainAll(queues.stream().map(HeardQueue::id).toList());
    }
    if (heldBefore.size() > queues.size()) {
      heldBefore.keySet().retainAll(queues.stream().map(HeardQueue::id).toList());
    }
  }
}
