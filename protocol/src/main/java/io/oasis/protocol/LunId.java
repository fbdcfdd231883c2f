package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A block device as its host sees it, named by what does not change: WWID, serial, backing file.
 */
public record LunId(@JsonValue String value) implements Comparable<LunId> {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public LunId {
    Check.id("lun", value);
  }

  @Override
  public int compareTo(LunId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
