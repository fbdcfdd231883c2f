package io.oasis.manager.server.rest;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Says of a wrong question which of its fields is wrong. */
final class Fields {
  private Fields() {}

  /** What is made of the fields below a place; the reason why it cannot be names the place. */
  static <T> T within(String where, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(where + "." + e.getMessage(), e);
    }
  }

  static <T> T given(String field, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(field + " = nothing: must be given");
    }
    return value;
  }
}
