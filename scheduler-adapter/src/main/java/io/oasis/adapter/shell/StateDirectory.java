package io.oasis.adapter.shell;

import io.oasis.configuration.ClosedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Where an adapter keeps what it puts back, which is done as root: nobody else may write there, or
 * to any directory on the way.
 */
public final class StateDirectory {
  private StateDirectory() {}

  /**
   * Makes it if need be.
   *
   * @throws EnvironmentException when it cannot be, or others may write there
   */
  static void make(Path directory) throws EnvironmentException {
    try {
      refuse(directory); // before anything is made where somebody's link leads
      create(directory.toAbsolutePath());
      refuse(directory);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot make " + directory + " (" + e + "): give a writable --state-dir", e);
    }
  }

  /** For its user only; those above it are for others as well, who have theirs beside it. */
  private static void create(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path above = directory.getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static void refuse(Path directory) throws EnvironmentException, IOException {
    Optional<String> why = ClosedPath.objection(directory);
    if (why.isPresent()) {
      throw new EnvironmentException(
          "state-dir = %s: %s, and what is there is put back: name one that only its user may write to"
              .formatted(directory, why.get()));
    }
  }

  /**
   * Looks at one that is there, for who restores from it.
   *
   * @throws EnvironmentException when others may write there
   */
  public static void check(Path directory) throws EnvironmentException {
    Optional<String> why;
    try {
      why = ClosedPath.objection(directory);
    } catch (IOException e) {
      throw new EnvironmentException("cannot look at " + directory + " (" + e + ")", e);
    }
    if (why.isPresent()) {
      throw new EnvironmentException(
          ("state-dir = %s: %s, so nothing there is believed and limits stay as they are:"
                  + " let only its user write there, look at what is in it, and try again")
              .formatted(directory, why.get()));
    }
  }
}
