package io.oasis.adapter.targets.contract;

/** A lab cannot do what a check needs; the message says why. */
public final class CannotException extends Exception {
  private static final long serialVersionUID = 1L;

  public CannotException(String message) {
    super(message);
  }
}
