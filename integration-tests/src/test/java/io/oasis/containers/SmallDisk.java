package io.oasis.containers;

import io.oasis.proving.rig.Command;
import io.oasis.proving.rig.Janitor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system in memory that can be full. */
record SmallDisk(Path directory) {
  private static final int CHUNK_BYTES = 64 << 10;

  /** Below the janitor's directory, and removed by it; everybody may write to it. */
  static SmallDisk mount(Janitor janitor, String name, int mib) {
    Path directory = janitor.directory().resolve(name);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    janitor.filesystem(directory);
    String size = "size=" + mib + "m,mode=777";
    Command.output("mount", "-t", "tmpfs", "-o", size, "oasis", directory.toString());
    return new SmallDisk(directory);
  }

  /** Leaves no room for another byte. */
  void fill() throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    int size = CHUNK_BYTES;
    try (OutputStream filler = Files.newOutputStream(filler())) {
      while (size > 0) {
        try {
          filler.write(chunk, 0, size);
        } catch (IOException e) {
          size /= 2; // full for so many
        }
      }
    }
  }

  void empty() throws IOException {
    Files.deleteIfExists(filler());
  }

  private Path filler() {
    return directory.resolve("filler");
  }
}
