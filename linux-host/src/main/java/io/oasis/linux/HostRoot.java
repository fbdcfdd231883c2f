package io.oasis.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where {@code /proc} and {@code /sys} are: {@code /} on a host, a recorded tree in tests. Paths
 * below are given as the kernel names them, with a leading slash.
 */
public record HostRoot(Path root) {
  public static final HostRoot REAL = new HostRoot(Path.of("/"));

  /** Where a path of the host is to be found. */
  public Path at(String absolute) {
    return root.resolve(absolute.startsWith("/") ? absolute.substring(1) : absolute);
  }

  /**
   * The text of a small file, without blanks at its ends; empty when it is missing, unreadable or
   * blank: a device may vanish at any moment.
   */
  public static Optional<String> read(Path file) {
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The number in a small file; {@code otherwise} when there is none. */
  public static long readLong(Path file, long otherwise) {
    try {
      return read(file).map(Long::parseLong).orElse(otherwise);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
