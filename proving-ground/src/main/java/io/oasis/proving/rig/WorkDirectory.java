package io.oasis.proving.rig;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the file of a device is kept while it is needed, as an option. */
public final class WorkDirectory {
  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = {
        "Where the device's file is kept meanwhile (default: in memory, /dev/shm, where there is",
        "room, so that a busy disk does not disturb what is shown; else /var/tmp)."
      })
  private Optional<Path> directory = Optional.empty();

  /** For a device of so many MiB. */
  public Path of(int sizeMiB) {
    return directory.orElseGet(() -> LabDirectory.of(sizeMiB)).toAbsolutePath().normalize();
  }
}
