package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** One scheduler adapter, named by its node and target kind. */
public record AdapterId(@JsonValue String value) implements Comparable<AdapterId> {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public AdapterId {
    Check.id("adapter", value);
  }

  @Override
  public int compareTo(AdapterId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
