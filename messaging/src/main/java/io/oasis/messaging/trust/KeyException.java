package io.oasis.messaging.trust;

import org.jspecify.annotations.Nullable;

/** A key that cannot be used; the message names the file and what is wrong with it. */
public final class KeyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  KeyException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
