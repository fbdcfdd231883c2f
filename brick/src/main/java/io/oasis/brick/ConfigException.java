package io.oasis.brick;

/** A wrong key or value: names the key, what was given and what is right, in one line. */
public final class ConfigException extends RuntimeException {
  /** Wrong usage or configuration. */
  public static final int EXIT_CODE = 2;

  private static final long serialVersionUID = 1L;

  public ConfigException(String key, String value, String rule) {
    super(key + " = " + value.replaceAll("\\p{Cntrl}", " ") + ": " + rule);
  }
}
