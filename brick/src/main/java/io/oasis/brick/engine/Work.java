package io.oasis.brick.engine;

import io.oasis.brick.discipline.Io;
import org.jspecify.annotations.Nullable;

/** An I/O that knows how to do itself. */
public abstract class Work extends Io {
  /** False for what goes round the discipline. */
  boolean scheduled;

  private boolean prompt;

  /** Next in a chain of things to do. */
  @Nullable Work chained;

  /** Who submitted it. */
  private Object owner = this;

  /**
   * @param by the submitter, which does its own prompt work itself
   * @param isPrompt true when doing it takes no longer than copying
   */
  protected final void submittedBy(Object by, boolean isPrompt) {
    owner = by;
    prompt = isPrompt;
  }

  final boolean mayBeDoneBy(Object thread) {
    return prompt && owner.equals(thread);
  }

  final boolean isPrompt() {
    return prompt;
  }

  /** Does the I/O. Failure is a result and part of what is delivered. */
  protected abstract void perform();

  /** Tells the submitter, from any thread, quickly. */
  protected abstract void deliver();
}
