package io.oasis.manager.core.law;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When it is asked what I/Os cost. */
final class CostQuestions {
  /** First pause between two questions about costs alone, in seconds. */
  private static final double FIRST_PAUSE_SECONDS = 10;

  /** Each makes the next pause so many times as long. */
  private static final double PATIENCE = 300;

  /** The longest of these pauses, in seconds. */
  private static final double LONGEST_PAUSE_SECONDS = 600;

  /** What waited behind a cut is through so long after it was lifted, and a second was seen. */
  private static final double THROUGH_SECONDS = 2.2;

  private final Situation at;
  private double askAt = CausalLaw.LISTENING_SECONDS;
  private double pause = FIRST_PAUSE_SECONDS;
  private @Nullable Exchange open;
  private double exchangeAt;

  CostQuestions(Situation at) {
    this.at = at;
  }

  /** Whether somebody may be cut although nobody takes too much as far as is known. */
  boolean mayAsk() {
    if (at.costs.areKnown() || at.seconds() < askAt) {
      return false;
    }
    askAt = at.seconds() + pause;
    pause = StrictMath.min(LONGEST_PAUSE_SECONDS, PATIENCE * pause);
    return true;
  }

  /**
   * Less was done under a cut: to be asked the other way round next. Returns whether it is: not
   * soon again, as a device that needs depth does so for long.
   */
  boolean open(Exchange exchange) {
    if (at.seconds() < exchangeAt) {
      return false;
    }
    exchangeAt = at.seconds() + LONGEST_PAUSE_SECONDS;
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
    open = null;
    return Question.ask(at, exchange);
  }
}
