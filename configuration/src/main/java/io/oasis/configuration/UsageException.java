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
  private final String value;
  private final String rule;
  private final String place;

  public UsageException(String key, String value, String rule) {
    this(key, value, rule, "");
  }

  /**
   * @param place variable or file and line where it stands; empty for an option
   */
  UsageException(String key, String value, String rule, String place) {
    super(
        key
            + (value.isEmpty() ? "" : " = " + shown(value))
            + ": "
            + rule
            + (place.isEmpty() ? "" : " (" + place + ")"));
    this.key = key;
    this.value = value;
    this.rule = rule;
    this.place = place;
  }

  public String key() {
    return key;
  }

  String value() {
    return value;
  }

  String rule() {
    return rule;
  }

  String place() {
    return place;
  }

  private static String shown(String value) {
    String oneLine = value.replaceAll("\\p{Cntrl}", " ");
    return oneLine.length() <= MAX_SHOWN_CHARS
        ? oneLine
        : oneLine.substring(0, MAX_SHOWN_CHARS) + "...";
  }
}
