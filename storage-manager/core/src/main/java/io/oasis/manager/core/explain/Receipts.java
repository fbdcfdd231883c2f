package io.oasis.manager.core.explain;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.decide.Law;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.hear.LunState;
import io.oasis.manager.core.receipt.AtRest;
import io.oasis.manager.core.receipt.Bottleneck;
import io.oasis.manager.core.receipt.Interval;
import io.oasis.manager.core.receipt.Interval.Limit;
import io.oasis.manager.core.receipt.Receipt;
import io.oasis.manager.core.receipt.ReceiptBook;
import io.oasis.protocol.Demand;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Writes down where each queue's latency of an interval came from, in O(queues). */
public final class Receipts {
  /** A target that limits each direction keeps a part for the quieter one; agents go by this. */
  private static final double LEAST_PASSING = 0.97;

  /**
   * Who uses up so much of a kernel's limit may be held back by it, though it is taken to have all
   * it wants: of who is not, Little's law says that nothing is held.
   */
  private static final double NEARLY = 0.9;

  private final Domain domain;
  private final Law law;
  private final AtRest atRest = new AtRest();
  private final Map<HeardQueue, ReceiptBook> books = new HashMap<>();

  public Receipts(Domain domain, Law law) {
    this.domain = domain;
    this.law = law;
  }

  /** Where its latency came from, by the minute, the newest first. */
  List<Receipt> of(HeardQueue queue) {
    ReceiptBook book = books.get(queue);
    return book == null ? List.of() : book.receipts();
  }

  /** It has gone. */
  public void forget(HeardQueue queue) {
    books.remove(queue);
  }

  /** A queue and what has been written down of it. */
  private record Account(HeardQueue queue, ReceiptBook book) {}

  /** Before the next decision: with the limits that were in force. */
  public void take(Instant now) {
    List<Account> accounts = new ArrayList<>();
    for (HeardQueue queue : domain.queues()) {
      if (!domain.isSilent(queue)) {
        accounts.add(new Account(queue, books.computeIfAbsent(queue, _ -> new ReceiptBook())));
      }
    }
    Totals totals = Totals.of(accounts);
    if (totals.completions <= 0) {
      return;
    }
    atRest.measure(totals.outstanding, totals.latencyMicros);
    double service = servicePerIoMicros(totals);
    boolean above = isAbove();
    accounts.forEach(account -> account.book.use(used(account.queue)));
    double passing = above ? 1 : passing(accounts);
    List<Interval> intervals =
        accounts.stream().map(account -> interval(account, service, above, passing)).toList();
    Bottleneck bottleneck = Bottleneck.of(intervals, service);
    for (int i = 0; i < accounts.size(); i++) {
      accounts.get(i).book.add(intervals.get(i), bottleneck, now);
    }
  }

  /** Of a domain in an interval, per second; the latency is the mean of its I/Os. */
  private record Totals(double completions, double cost, double outstanding, double latencyMicros) {
    static Totals of(List<Account> accounts) {
      double completions = 0;
      double cost = 0;
      double micros = 0;
      for (Account account : accounts) {
        QueueSample sample = sample(account.queue);
        completions += sample.completionsPerSecond();
        cost += account.queue.usage();
        micros += sample.completionsPerSecond() * sample.meanLatencyMicros();
      }
      double latency = completions > 0 ? micros / completions : 0;
      return new Totals(completions, cost, micros / 1e6, latency);
    }
  }

  private static QueueSample sample(HeardQueue queue) {
    return Objects.requireNonNull(queue.request()).sample();
  }

  /**
   * By what it is known to carry: a capacity that is only tried makes nothing faster. While that is
   * not known, by the time in which there was something to do: some LUN had I/O in flight, if each
   * had whenever it liked.
   */
  private double servicePerIoMicros(Totals totals) {
    Optional<Double> capacity = law.carried();
    if (capacity.isPresent()) {
      return 1e6 * totals.cost / totals.completions / capacity.get();
    }
    double idle = 1;
    for (LunState lun : domain.luns()) {
      idle *= lun.fresh() ? 1 - StrictMath.min(1, lun.report().utilisation()) : 1;
    }
    return 1e6 * (1 - idle) / totals.completions;
  }

  /** Whether limits act above the agent's counters. */
  private boolean isAbove() {
    return domain.adapters().all().stream()
        .allMatch(adapter -> adapter.status().target().holdsAboveCounters());
  }

  private Interval interval(Account account, double service, boolean above, double passing) {
    HeardQueue queue = account.queue;
    LunState lun = domain.lun(queue.id().lun());
    double base = lun == null ? 0 : lun.report().baseLatencyMicros();
    QueueSample sample = sample(queue);
    Interval.Measured measured =
        new Interval.Measured(
            sample.completionsPerSecond() * domain.interval().toMillis() / 1e3,
            sample.completionsPerSecond(),
            sample.meanLatencyMicros(),
            sample.outstanding(),
            lun == null ? 1 : lun.report().utilisation());
    Interval.Held held =
        new Interval.Held(
            limit(account, above),
            above ? 0 : paceMicros(queue, passing),
            account.book.used().map(used -> StrictMath.min(1, used / passing)).orElse(1.0));
    return new Interval(
        measured, atRest.microsOr(StrictMath.min(base, service)), held, account.book.freeDepth());
  }

  /** The part of a limit that passes, as those that stand at theirs show. */
  private static double passing(List<Account> accounts) {
    double most = LEAST_PASSING;
    for (Account account : accounts) {
      HeardQueue queue = account.queue;
      if (queue.limit() != null && queue.quality() == Demand.Quality.CENSORED) {
        most = StrictMath.max(most, account.book.used().orElse(0.0));
      }
    }
    return StrictMath.min(1, most);
  }

  private static Optional<Double> used(HeardQueue queue) {
    return Optional.ofNullable(queue.limit())
        .map(limit -> queue.usage() / costPerSecond(queue, limit));
  }

  private static double paceMicros(HeardQueue queue, double passing) {
    return queue.limit() == null
        ? 0
        : 1e6 * CostModel.costOf(queue.meanBytes()) / costPerSecond(queue, queue.limit()) / passing;
  }

  /**
   * What a limit lets it have: of a new one and the last the tighter, which was in force a while.
   */
  private static double costPerSecond(HeardQueue queue, RateBound limit) {
    double now = CostModel.costPerSecond(limit, queue.meanBytes());
    RateBound before = queue.limitBefore();
    return before == null
        ? now
        : StrictMath.min(now, CostModel.costPerSecond(before, queue.meanBytes()));
  }

  private static Limit limit(Account account, boolean above) {
    if (account.queue.limit() == null) {
      return Limit.NONE;
    }
    boolean censored = account.queue.quality() == Demand.Quality.CENSORED;
    if (above) {
      return censored || account.book.used().orElse(0.0) >= NEARLY ? Limit.ABOVE : Limit.SLACK;
    }
    return censored ? Limit.BELOW : Limit.SLACK;
  }
}
