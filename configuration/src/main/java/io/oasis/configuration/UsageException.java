package io.oasis.configuration;

/**
 * A wrong key or value: the key, what was given (if anything) and what is right, in one line. A
 * main class prints the message and exits with {@link #EXIT_CODE}.
 */
public final class UsageException extends RuntimeException {
  /** Wrong usage or configuration. */
  public static final int EXIT_CODE = 2;

  private static final long serialVersionUID = 1L;
  private static final int MAX_SHOWN_CHARS = 80;

  private final String key;

  public UsageException(String key, String value, String rule) {
    super(value.isEmpty() ? key + ": " + rule : key + " = " + shown(value) + ": " + rule);
    this.key = key;
  }

  public String key() {
    return key;
  }

  private static String shown(String value) {
    String oneLine = value.replaceAll("\\p{Cntrl}", " ");
    return oneLine.length() <= MAX_SHOWN_CHARS
        ? oneLine
        : oneLine.substring(0, MAX_SHOWN_CHARS) + "...";
  }
}
