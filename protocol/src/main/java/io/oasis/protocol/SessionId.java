package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * One life of an adapter's lease: it ends when the adapter restarts or lets go, and never returns.
 */
public record SessionId(@JsonValue String value) implements Comparable<SessionId> {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public SessionId {
    Check.id("session", value);
  }

  @Override
  public int compareTo(SessionId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
