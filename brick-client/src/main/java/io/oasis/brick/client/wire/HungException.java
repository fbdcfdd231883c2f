package io.oasis.brick.client.wire;

import java.io.IOException;

/** Somebody listens and does not answer in time. */
public final class HungException extends IOException {
  private static final long serialVersionUID = 1L;

  public HungException(String message) {
    super(message);
  }
}
