package io.oasis.proving.chaos;

import io.oasis.proving.rig.Command;
import io.oasis.proving.rig.Janitor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A small file system in memory for a service's data, which can be filled up and made read-only.
 */
record Volume(Path directory) {
  private static final String FILLER = "filler";
  private static final int CHUNK_BYTES = 64 << 10;

  static Volume mount(Janitor janitor, Path directory, int sizeMiB) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    janitor.filesystem(directory);
    Command.output(
        "mount", "-t", "tmpfs", "-o", "mode=700,size=" + sizeMiB + "m", "oasis", "" + directory);
    return new Volume(directory);
  }

  /** Leaves no room for another byte. */
  void fill() {
    byte[] chunk = new byte[CHUNK_BYTES];
    int size = CHUNK_BYTES;
    try (OutputStream filler = Files.newOutputStream(directory.resolve(FILLER))) {
      while (size > 0) {
        size = wrote(filler, chunk, size) ? size : size / 2;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean wrote(OutputStream filler, byte[] chunk, int size) {
    try {
      filler.write(chunk, 0, size);
      return true;
    } catch (IOException e) {
      return false; // full
    }
  }

  void empty() {
    try {
      Files.deleteIfExists(directory.resolve(FILLER));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Refused by the kernel while somebody has a file open for writing. */
  void remount(boolean readOnly) {
    Command.output("mount", "-o", readOnly ? "remount,ro" : "remount,rw", "" + directory);
  }
}
