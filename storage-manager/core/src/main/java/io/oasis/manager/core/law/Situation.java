package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** A device and those who use it, as measured up to now; and what there is to share. */
final class Situation {
  /** Means over so many seconds say what somebody takes: slices of 100 ms and noise are out. */
  static final double RECENT_SECONDS = 1;

  /** What there is without limits is a median of so many seconds. */
  private static final double ROOM_SECONDS = 2;

  /** The least latency rises again, in seconds, so that an old one is forgotten. */
  private static final double BASE_SECONDS = 300;

  /** The base latency is known once a latency this many times as long was seen. */
  private static final double BASE_TOLD = 1.5;

  /** ... and so many times as much was completed: at the least latency the device had time left. */
  private static final double BASE_IDLE = 1.1;

  /** Nobody waits in the device while its latency is less than this many times the base. */
  private static final double WAITS = 1.15;

  /** ... or fewer than so many I/Os are in it. */
  private static final double LEAST_WAITING = 1.5;

  /** Rates below which the latency says nothing, I/Os per second. */
  private static final double LEAST_RATE = 20;

  /** Latency must vary by this part (standard deviation) before it tells who is content. */
  private static final double VARIES = 0.1;

  /** Who is less elastic than this, beyond two errors, is content. */
  private static final double INELASTIC = 0.4;

  final History history = new History();
  final Costs costs = new Costs();
  final Standing standing = new Standing();
  final CostCurve curve = new CostCurve(this);
  final List<String> notes = new ArrayList<>();
  private final Map<QueueId, Taker> byId = new LinkedHashMap<>();
  private List<Taker> takers = List.of();
  private Sight sight = new Sight(0, 1, List.of(), 0, 0, 0);

  /** What there is to share, in device time per second. */
  double room;

  /** Whom limits were last measured to be good for. */
  Optional<Earned> earned = Optional.empty();

  /** What was completed without limits, in device time per second; 0 before it was seen. */
  double unlimited;

  private double freedAt = Double.NEGATIVE_INFINITY;
  private double base;
  private double completedAtBase;
  private double most;
  private boolean isBaseTold;
  private boolean isBaseGiven;
  private double held;
  private int slot;

  /** Takes in an interval in which the device did not stall. */
  void see(Sight seen) {
    double length = seen.length();
    boolean isLimited = isLimited();
    sight = seen;
    slot = history.add(seen, isLimited);
    takers = seen.queues().stream().map(queue -> taker(queue, seen)).toList();
    if (byId.size() > takers.size()) {
      byId.values().retainAll(new HashSet<>(takers));
    }
    held = 0;
    Span recent = recent();
    for (Taker taker : takers) {
      taker.recently = history.mean(taker.rates, recent);
      held += taker.isLimited() ? taker.held : 0;
    }
    follow(seen);
    boolean isFull = waits();
    history.newestIs(isFull);
    standing.see(isFull, seen.inFlight(), length);
  }

  private Taker taker(Sight.Seen queue, Sight seen) {
    Taker taker = byId.computeIfAbsent(queue.queue(), Taker::new);
    taker.rates[slot] = queue.passed();
    taker.see(queue, seen.seconds(), seen.length());
    taker.cost = costs.of(taker.kind);
    return taker;
  }

  private void follow(Sight seen) {
    if (seen.completed() <= LEAST_RATE || seen.latencySeconds() <= 0) {
      return;
    }
    double latency = seen.latencySeconds();
    double completed = history.completed(recent());
    double forgotten = seen.length() / BASE_SECONDS;
    most = StrictMath.max(most * (1 - forgotten), completed);
    base *= 1 + forgotten;
    if (base == 0 || latency <= base) {
      base = latency;
      completedAtBase = completed;
    }
    isBaseTold |= latency > BASE_TOLD * base;
  }

  /** Whom to ask again; and who is content, as its rate does not give way to the latency. */
  void findContent() {
    for (Taker taker : takers) {
      taker.wonder(seconds());
      if (taker.isActive && taker.isUnknown() && taker.elasticity.isMeasured(VARIES)) {
        Elasticity.Estimate elastic = taker.elasticity.estimate();
        if (elastic.value() + 2 * elastic.error() < INELASTIC) {
          taker.wish.foundContent(taker.recently, seconds());
          note(taker.queue + " does not mind the latency: content");
        }
      }
    }
  }

  /** Learns what there is while nobody is limited, of when I/Os waited for it. */
  void learnRoom() {
    int[] slots = history.full(StrictMath.max(seconds() - ROOM_SECONDS, freedAt + 1));
    if (slots.length > 0 && seconds() - freedAt >= 1) {
      room = median(slots);
      unlimited = room;
    } else if (room <= 0) {
      room = work();
    }
  }

  /** Median work of the intervals since then. */
  double medianWorkSince(double from) {
    return median(history.since(from, false));
  }

  private double median(int[] slots) {
    double[] works = Arrays.stream(slots).mapToDouble(this::workIn).sorted().toArray();
    return works.length == 0 ? 0 : works[works.length / 2];
  }

  private double workIn(int slot) {
    return work(taker -> taker.rates[slot], history.completedIn(slot));
  }

  /** Device time of what was completed in the newest interval. */
  double work() {
    return workIn(slot);
  }

  double work(Span span) {
    return work(taker -> history.mean(taker.rates, span), history.completed(span));
  }

  /** Device time of what was completed: passed I/Os scaled to what came back. */
  private double work(ToDoubleFunction<Taker> rates, double completed) {
    double passed = 0;
    double work = 0;
    for (Taker taker : takers) {
      double rate = rates.applyAsDouble(taker);
      passed += rate;
      work += taker.work(rate);
    }
    return passed > 0 ? work * completed / passed : 0;
  }

  Span recent() {
    return history.span(seconds() - RECENT_SECONDS, seconds());
  }

  /** What each is to have; see {@link Level}. */
  double[] level(boolean isUnknownHungry) {
    return Level.of(this, isUnknownHungry);
  }

  /**
   * Whether somebody came whom nobody knows, or wants something else than it did. Who is not to be
   * limited, as what belongs to nobody, is no new company.
   */
  boolean hasChanged() {
    return takers.stream().anyMatch(taker -> taker.isChanged && taker.mayBeHeld());
  }

  /** Whether I/Os stand in the device because it cannot take them yet, as far as is known. */
  boolean waits() {
    boolean isIdleAtBase =
        base * completedAtBase < LEAST_WAITING || most > BASE_IDLE * completedAtBase;
    boolean isBaseTrue = isBaseGiven || isBaseTold && isIdleAtBase;
    return sight.inFlight() >= LEAST_WAITING
        && (!isBaseTrue || sight.latencySeconds() > WAITS * base);
  }

  /** From when rates are what they are: not as limits had just gone, or queues were filling. */
  double filledAt() {
    return StrictMath.max(freedAt, seconds() - StrictMath.max(2 * length(), standing.seconds()))
        + length();
  }

  /** Latency at which nobody waited. */
  void baseIs(double latencySeconds) {
    base = latencySeconds;
    isBaseGiven = true;
  }

  /** I/Os stood in the device at that latency: what was taken for the least is not. */
  void stood() {
    isBaseGiven = false;
  }

  /** Lifts every limit. */
  void free(String why) {
    takers.forEach(Taker::letGo);
    freedAt = seconds();
    note("all limits off: " + why);
  }

  void note(String what) {
    notes.add(String.format(Locale.ROOT, "%.2f %s", seconds(), what));
  }

  boolean isLimited() {
    return takers.stream().anyMatch(Taker::isLimited);
  }

  List<Taker> takers() {
    return takers;
  }

  long active() {
    return takers.stream().filter(taker -> taker.isActive).count();
  }

  double seconds() {
    return sight.seconds();
  }

  double length() {
    return sight.length();
  }

  /** Who is limited, and to how many I/Os per second. */
  Map<QueueId, Double> limits() {
    Map<QueueId, Double> limits = new LinkedHashMap<>();
    for (Taker taker : takers) {
      if (taker.isLimited()) {
        limits.put(taker.queue, taker.limit());
      }
    }
    return limits;
  }

  double freedAt() {
    return freedAt;
  }

  double latency() {
    return sight.latencySeconds();
  }

  double inFlight() {
    return sight.inFlight();
  }

  /** The part of what there is that was not done while limits held I/Os, or did just now. */
  double lost() {
    boolean isLimits = held >= 1 || seconds() - freedAt < 1.5 * length();
    double all = isLimits ? StrictMath.max(room, unlimited) : 0;
    return all > 0 ? StrictMath.max(0, 1 - work() / all) : 0;
  }

  /** I/Os behind limits. */
  double held() {
    return held;
  }
}
