package io.oasis.messaging.trust;

/**
 * How a service shows who it is, and of whom it hears.
 *
 * @param seal put on what is sent
 * @param gate asked of what is read
 */
public record Trust(Seal seal, Gate gate) {
  /** Nothing is shown and nothing asked. */
  public static final Trust NONE = new Trust(Seal.NONE, Gate.OPEN);
}
