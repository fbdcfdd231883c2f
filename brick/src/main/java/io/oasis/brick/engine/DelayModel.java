package io.oasis.brick.engine;

import io.oasis.brick.discipline.Discipline;
import io.oasis.brick.discipline.Io;
import org.jspecify.annotations.Nullable;

/** A device in virtual time: takes I/Os and gives each back when the device would have done it. */
public interface DelayModel {
  void submit(Io io, long now);

  /** An I/O that is done at {@code now}; null when none is. */
  @Nullable Io poll(long now);

  /** When the next one will be done; {@link Discipline#NEVER} when there is none. */
  long nextNanos();
}
