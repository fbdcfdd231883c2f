package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A rate in bytes per second, zero or more. Never MiB or MB: adapters convert. */
public record BytesPerSecond(@JsonValue double perSecond) implements Comparable<BytesPerSecond> {
  public static final BytesPerSecond ZERO = new BytesPerSecond(0);

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public BytesPerSecond {
    Check.rate("bytesPerSecond", perSecond);
  }

  @Override
  public int compareTo(BytesPerSecond other) {
    return Double.compare(perSecond, other.perSecond);
  }
}
