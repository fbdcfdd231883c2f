package io.oasis.proving.rig;

import io.oasis.distribution.MissingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many requests the kernel lets a FUSE file's server have at once: 12 unless told otherwise,
 * which is all that a device made of it could do in parallel.
 */
final class FuseQueue {
  private static final Path USUAL = Path.of("/sys/fs/fuse/connections");

  private FuseQueue() {}

  /**
   * @param file a mount point of FUSE
   * @param most at once
   */
  static void widen(Janitor janitor, Path file, int most) {
    try {
      long device = (Long) Files.getAttribute(file, "unix:dev");
      long minor = device & 0xff | device >> 12 & ~0xffL;
      Path connection = control(janitor).resolve(Long.toString(minor));
      Files.writeString(connection.resolve("max_background"), Integer.toString(most));
      Files.writeString(connection.resolve("congestion_threshold"), Integer.toString(most));
    } catch (IOException e) {
      throw new UncheckedIOException("the queue of " + file + " cannot be made wider", e);
    }
  }

  /** Where FUSE's connections are shown; where nobody has mounted that, in a place of our own. */
  private static Path control(Janitor janitor) throws IOException {
    if (isShown(USUAL)) {
      return USUAL;
    }
    Path own = janitor.directory().resolve("fusectl");
    if (!Files.isDirectory(own)) {
      Files.createDirectory(own);
      janitor.mount(own);
      Command.output("mount", "-t", "fusectl", "none", own.toString());
    }
    if (!isShown(own)) {
      throw new MissingException("this kernel does not show its FUSE connections");
    }
    return own;
  }

  private static boolean isShown(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (var connections = Files.list(directory)) {
      return connections.findAny().isPresent();
    }
  }
}
