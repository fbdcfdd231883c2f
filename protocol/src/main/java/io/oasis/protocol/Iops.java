package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A rate in I/O operations per second, zero or more. */
public record Iops(@JsonValue double perSecond) implements Comparable<Iops> {
  public static final Iops ZERO = new Iops(0);

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Iops {
    Check.rate("iops", perSecond);
  }

  @Override
  public int compareTo(Iops other) {
    return Double.compare(perSecond, other.perSecond);
  }
}
