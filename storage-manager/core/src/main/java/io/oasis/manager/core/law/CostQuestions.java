package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When it is asked what I/Os cost. */
final class CostQuestions {
  /** Pause between the two questions about costs alone, in seconds. */
  private static final double TURN_SECONDS = 10;

  /** Pause before they are asked again, in seconds. */
  private static final double PAUSE_SECONDS = 600;

  /** Whom a question about costs alone cuts. */
  enum Cut {
    NOBODY,
    MOST,
    OTHER_KIND
  }

  /** What waited behind a cut is through so long after it was lifted, and a second was seen. */
  private static final double THROUGH_SECONDS = 2.2;

  private final Situation at;
  private double askAt = CausalLaw.LISTENING_SECONDS;
  private Cut next = Cut.MOST;
  private @Nullable Exchange open;
  private double exchangeAt;

  CostQuestions(Situation at) {
    this.at = at;
  }

  /**
   * Who may be cut although nobody takes too much as far as is known. Cheap I/Os that are freed
   * give too few dear ones to be seen: then those who have these are cut.
   */
  Cut next() {
    if (at.costs.areKnown() || at.seconds() < askAt) {
      return Cut.NOBODY;
    }
    Cut now = next;
    askAt = at.seconds() + (now == Cut.MOST ? TURN_SECONDS : PAUSE_SECONDS);
    next = now == Cut.MOST ? Cut.OTHER_KIND : Cut.MOST;
    return now;
  }

  /**
   * Less was done under a cut: to be asked the other way round next. Returns whether it is: not
   * soon again, as a device that needs depth does so for long.
   */
  boolean open(Exchange exchange) {
    if (at.seconds() < exchangeAt) {
      return false;
    }
    exchangeAt = at.seconds() + PAUSE_SECONDS;
    open = exchange;
    return true;
  }

  boolean isExchangeOpen() {
    return open != null;
  }

  /** Asks, once it can be seen what comes of it. */
  Optional<Question> exchange() {
    Exchange exchange = open;
    if (exchange == null || at.seconds() - at.freedAt() < THROUGH_SECONDS) {
      return Optional.empty();
    }
    Span span = Lately.ofAll(at, at.recent(), Passing.nobody(at));
    if (span.count() == 0) {
      return Optional.empty(); // somebody has just come
    }
    open = null;
    return Question.ask(at, span, exchange);
  }
}
