package io.oasis.adapter.shell;

/** This machine or its state does not let the adapter run: what is missing, and the mend. */
public final class EnvironmentException extends Exception {
  /** What a main class exits with. */
  public static final int EXIT_CODE = 3;

  private static final long serialVersionUID = 1L;

  public EnvironmentException(String message) {
    super(message);
  }

  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
  }
}
