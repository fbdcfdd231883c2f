package io.oasis.adapter.targets;

/** A target did not do what was asked; the message says why and what would mend it. */
public final class TargetException extends Exception {
  private static final long serialVersionUID = 1L;

  public TargetException(String message) {
    super(message);
  }

  public TargetException(String message, Throwable cause) {
    super(message, cause);
  }
}
