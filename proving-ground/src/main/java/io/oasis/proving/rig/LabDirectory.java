package io.oasis.proving.rig;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a lab keeps the file of its device, and its services their data: in memory where there is
 * room, because the disk of the machine may stand still for seconds while others write to it, and a
 * device whose capacity is below it must not stand still with it; else on disk.
 */
public final class LabDirectory {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final Path DISK = Path.of("/var/tmp");

  private static final long MIB = 1 << 20;

  /** For the broker's log, the services' logs and what they unpack. */
  private static final long SERVICES_MIB = 256;

  /** What a lab takes of the memory that is there: the rest is the applications'. */
  private static final int PART = 4;

  private LabDirectory() {}

  /** Where a device of so many MiB is to be kept. */
  public static Path of(int sizeMiB) {
    return of(MEMORY, DISK, sizeMiB);
  }

  static Path of(Path memory, Path disk, int sizeMiB) {
    try {
      if (isMemory(memory) && Files.isWritable(memory)) {
        FileStore store = Files.getFileStore(memory);
        return store.getUsableSpace() / PART / MIB >= sizeMiB + SERVICES_MIB ? memory : disk;
      }
    } catch (IOException e) {
      // It cannot be told how much room there is: the disk it is.
    }
    return disk;
  }

  /** Wherever a lab may have been kept that nobody told a place. */
  static List<Path> all() {
    return Stream.of(MEMORY, DISK).filter(Files::isDirectory).toList();
  }

  /** Whether this directory or file is kept in memory. */
  static boolean isMemory(Path path) throws IOException {
    return Files.exists(path) && Files.getFileStore(path).type().equals("tmpfs");
  }
}
