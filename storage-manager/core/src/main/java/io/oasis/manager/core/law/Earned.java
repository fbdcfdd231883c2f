package io.oasis.manager.core.law;

import io.oasis.protocol.QueueId;
import java.util.List;

/**
 * What limits were measured to be good for.
 *
 * @param seconds when, as {@link Sight} counts them
 */
public record Earned(double seconds, List<Gain> gains) {
  public Earned {
    gains = List.copyOf(gains);
  }

  /** Who gained: its I/Os per second before a question and under its cut. */
  public record Gain(QueueId queue, double before, double after) {}
}
