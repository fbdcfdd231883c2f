package io.oasis.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of several settings of a domain: {@link Outcome}, one record for many queues.
 *
 * @param at when it was sent
 * @param outcomes in the order in which they came to be; a queue may be in it more than once
 */
public record OutcomeBatch(
    DomainId domain, AdapterId adapter, SessionId session, Instant at, List<QueueOutcome> outcomes)
    implements Message {
  /** As many, with the longest names and causes, stay below what the topic takes. */
  public static final int MOST = 25;

  /** What became of the setting of one queue; its components are those of {@link Outcome}. */
  public record QueueOutcome(
      QueueId queue,
      Version version,
      Outcome.State state,
      Optional<RateBound> applied,
      String cause) {
    public QueueOutcome {
      Check.text("cause", cause);
    }
  }

  private record Head(DomainId domain, AdapterId adapter, SessionId session) {}

  public OutcomeBatch {
    outcomes = Check.list("outcomes", outcomes, MOST);
  }

  /** As few batches as it takes; what is said of a queue stays in order. */
  public static List<OutcomeBatch> of(List<Outcome> outcomes) {
    Map<Head, List<Outcome>> together = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      Head head = new Head(outcome.domain(), outcome.adapter(), outcome.session());
      together.computeIfAbsent(head, _ -> new ArrayList<>()).add(outcome);
    }
    List<OutcomeBatch> batches = new ArrayList<>();
    together.forEach(
        (head, all) -> {
          for (int from = 0; from < all.size(); from += MOST) {
            batches.add(batch(head, all.subList(from, Math.min(from + MOST, all.size()))));
          }
        });
    return batches;
  }

  private static OutcomeBatch batch(Head head, List<Outcome> outcomes) {
    return new OutcomeBatch(
        head.domain(),
        head.adapter(),
        head.session(),
        outcomes.getLast().at(),
        outcomes.stream().map(OutcomeBatch::ofQueue).toList());
  }

  private static QueueOutcome ofQueue(Outcome outcome) {
    return new QueueOutcome(
        outcome.queue(), outcome.version(), outcome.state(), outcome.applied(), outcome.cause());
  }

  /** Each by itself. */
  public List<Outcome> each() {
    List<Outcome> each = new ArrayList<>(outcomes.size());
    for (QueueOutcome outcome : outcomes) {
      each.add(
          new Outcome(
              outcome.queue(),
              domain,
              adapter,
              session,
              outcome.version(),
              at,
              outcome.state(),
              outcome.applied(),
              outcome.cause()));
    }
    return each;
  }
}
