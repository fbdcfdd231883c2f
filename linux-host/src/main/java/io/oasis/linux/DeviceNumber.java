package io.oasis.linux;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the kernel numbers a block device while it is there, written {@code MAJOR:MINOR}. */
public record DeviceNumber(int major, int minor) implements Comparable<DeviceNumber> {
  /** The number in the text, if it is one. */
  public static Optional<DeviceNumber> parse(String text) {
    int colon = text.indexOf(':');
    try {
      return Optional.of(
          new DeviceNumber(
              Integer.parseInt(text.substring(0, Math.max(colon, 0))),
              Integer.parseInt(text.substring(colon + 1))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  // By hand, as these are asked for in every reading of every counter file.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeviceNumber(int otherMajor, int otherMinor)
        && major == otherMajor
        && minor == otherMinor;
  }

  @Override
  public int hashCode() {
    return (major << 20) + minor;
  }

  @Override
  public int compareTo(DeviceNumber other) {
    int byMajor = Integer.compare(major, other.major);
    return byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
  }

  @Override
  public String toString() {
    return major + ":" + minor;
  }
}
