package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A host that runs an agent: its host name. */
public record HostId(@JsonValue String value) implements Comparable<HostId> {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public HostId {
    Check.id("host", value);
  }

  @Override
  public int compareTo(HostId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
