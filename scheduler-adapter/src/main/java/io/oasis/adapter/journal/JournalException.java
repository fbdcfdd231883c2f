package io.oasis.adapter.journal;

/** The journal cannot be kept, so nothing may be enforced; the message says why. */
public final class JournalException extends Exception {
  private static final long serialVersionUID = 1L;

  public JournalException(String message, Throwable cause) {
    super(message, cause);
  }

  public JournalException(String message) {
    super(message);
  }
}
