package io.oasis.lab.zoo.scenario;

/** A scenario is not as it must be; the message names the field, its value and what is right. */
public final class ScenarioException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ScenarioException(String message) {
    super(message);
  }
}
