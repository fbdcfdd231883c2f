package io.oasis.manager.core.law;

import io.oasis.manager.core.law.CostQuestions.Cut;
import io.oasis.manager.core.law.Holding.Outcome;
import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.QueueId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A device of which all that is measured is said: what passes, arrives, waits, and how long. */
final class Metered {
  static final double LENGTH_SECONDS = 0.25;

  /** I/Os a second that there are where one is limited. */
  static final double ROOM = 1_000;

  final Situation at = new Situation();
  private final Map<QueueId, Seen> queues = new LinkedHashMap<>();
  private double inFlight = 20;
  private double latencySeconds = 0.03;
  private double seconds;
  private double length = LENGTH_SECONDS;
  private double drained;

  /** A queue that passes so many I/Os of 4 KiB a second from now on; all that arrive. */
  Metered passes(String name, double perSecond) {
    return passes(name, perSecond, perSecond, 0, Rule.NONE);
  }

  /** The same under a limit: so many wait behind it. */
  Metered waits(String name, double perSecond, double held) {
    return passes(name, perSecond, perSecond, held, Rule.NONE);
  }

  /** The same of writes. */
  Metered writes(String name, double perSecond) {
    QueueId id = Watched.id(name);
    queues.put(id, new Seen(id, 1, Kind.of(4_096, 0), perSecond, perSecond, 0, false, Rule.NONE));
    return this;
  }

  Metered passes(String name, double perSecond, double arriving, double held, Rule rule) {
    QueueId id = Watched.id(name);
    queues.put(id, new Seen(id, 1, Kind.of(4_096, 1), perSecond, arriving, held, false, rule));
    return this;
  }

  /** A queue that the device does not get to. */
  Metered leaves(String name) {
    QueueId id = Watched.id(name);
    queues.put(id, new Seen(id, 1, Kind.of(0, 1), 0, 0, 0, true, Rule.NONE));
    return this;
  }

  Metered without(String name) {
    queues.remove(Watched.id(name));
    return this;
  }

  Metered inFlight(double ios) {
    inFlight = ios;
    return this;
  }

  /** So many more complete a second than pass, of what was in the device before. */
  Metered drains(double perSecond) {
    drained = perSecond;
    return this;
  }

  /** Intervals are so long from now on, in seconds. */
  Metered every(double forSeconds) {
    length = forSeconds;
    return this;
  }

  Metered latency(double forSeconds) {
    latencySeconds = forSeconds;
    return this;
  }

  /** One interval; all that passes completes, and what drains. */
  void see() {
    seconds += length;
    double all = queues.values().stream().mapToDouble(Seen::passed).sum() + drained;
    List<Seen> seen = List.copyOf(queues.values());
    at.see(new Sight(seconds, length, seen, all, inFlight, latencySeconds));
  }

  Metered see(double forSeconds) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      see();
    }
    return this;
  }

  /** One interval under limits that are held. */
  Outcome step(Holding holding) {
    see();
    return holding.step(false);
  }

  /** So long; the outcome of the last interval. */
  Outcome step(Holding holding, double forSeconds) {
    Outcome outcome = Outcome.GO_ON;
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      outcome = step(holding);
    }
    return outcome;
  }

  /** A question about 1,000 I/Os a second, if there is one. */
  Optional<Question> ask() {
    at.room = ROOM;
    at.unlimited = ROOM;
    return Question.ask(at, Cut.NOBODY);
  }

  /** The answer to a question that is judged for so long; empty when it is open then. */
  Optional<Answer> judged(Question question, double forSeconds) {
    Optional<Answer> answer = Optional.empty();
    for (double end = seconds + forSeconds; answer.isEmpty() && seconds < end - 1e-9; ) {
      see();
      answer = question.judge();
    }
    return answer;
  }

  /** One that wants much is limited to 500, one that takes the rest of 1,000 is free. */
  void limited(Holding holding) {
    waits("deep", 900, 10).passes("small", 100).see(3);
    taker("deep").hold(500, seconds);
    at.room = ROOM;
    at.unlimited = ROOM;
    holding.begin(true);
    waits("deep", 500, 10).passes("small", 500);
  }

  Taker taker(String name) {
    return at.takers().stream()
        .filter(taker -> taker.queue.equals(Watched.id(name)))
        .findFirst()
        .orElseThrow();
  }

  double limit(String name) {
    return taker(name).limit();
  }

  double seconds() {
    return seconds;
  }
}
