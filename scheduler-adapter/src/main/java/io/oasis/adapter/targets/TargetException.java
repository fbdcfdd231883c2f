package io.oasis.adapter.targets;

import io.oasis.brick.client.wire.GoneException;
import io.oasis.brick.client.wire.RefusedException;

/** A target did not do what was asked; the message says why and what would mend it. */
public final class TargetException extends Exception {
  private static final long serialVersionUID = 1L;

  public TargetException(String message) {
    super(message);
  }

  public TargetException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * What is left of a place that was asked for over a socket: all of it, unless whoever answers
   * there has gone, or said that there is none.
   *
   * @param none the code of such an answer
   */
  public Presence presence(String none) {
    boolean gone =
        getCause() instanceof GoneException
            || (getCause() instanceof RefusedException refused && refused.code().equals(none));
    return gone ? Presence.GROUP_GONE : Presence.SAME;
  }
}
