package io.oasis.brick.client.wire;

import java.io.IOException;

/** The server answered, and the answer is an error. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * @param code what the protocol calls the error: a class or a number
   */
  public RefusedException(String code, String message) {
    super(message);
    this.code = code;
  }

  public String code() {
    return code;
  }
}
