package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What owns demand: {@code host:path} of a cgroup or systemd unit, a database, a client. */
public record ApplicationId(@JsonValue String value) implements Comparable<ApplicationId> {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ApplicationId {
    Check.id("application", value);
  }

  @Override
  public int compareTo(ApplicationId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
