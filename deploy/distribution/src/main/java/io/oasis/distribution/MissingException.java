package io.oasis.distribution;

/** Something of the environment is missing; the message says what, and the mend. Exit code 3. */
public final class MissingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MissingException(String message) {
    super(message);
  }

  public MissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
