package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Everything that shares one bottleneck; decisions are made per domain. */
public record DomainId(@JsonValue String value) implements Comparable<DomainId> {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public DomainId {
    Check.id("domain", value);
  }

  @Override
  public int compareTo(DomainId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
