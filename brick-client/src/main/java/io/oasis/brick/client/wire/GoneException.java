package io.oasis.brick.client.wire;

import java.io.IOException;

/** Nobody listens at the address: what was there has ended, or was never started. */
public final class GoneException extends IOException {
  private static final long serialVersionUID = 1L;

  public GoneException(String message, Throwable cause) {
    super(message, cause);
  }
}
