package io.oasis.brick.engine;

import org.jspecify.annotations.Nullable;

/** First in, first out, without garbage. Not safe for threads. */
public final class Chain {
  private @Nullable Work first;
  private @Nullable Work last;

  public boolean isEmpty() {
    return first == null;
  }

  public void add(Work work) {
    work.chained = null;
    Work before = last;
    if (before == null) {
      first = work;
    } else {
      before.chained = work;
    }
    last = work;
  }

  /** Null when empty. */
  public @Nullable Work poll() {
    Work work = first;
    if (work != null) {
      first = work.chained;
      work.chained = null;
      if (first == null) {
        last = null;
      }
    }
    return work;
  }
}
