package io.oasis.packages;

/** Something of the environment is missing or does not do; the message says what and the mend. */
final class UnfitException extends RuntimeException {
  /** As for all commands. */
  static final int EXIT_CODE = 3;

  private static final long serialVersionUID = 1;

  UnfitException(String message) {
    super(message);
  }
}
