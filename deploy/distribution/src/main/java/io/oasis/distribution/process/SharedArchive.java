package io.oasis.distribution.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Loaded classes kept in a file from one start of a service to the next, which halves the time of a
 * start. The JVM writes it at the end of the first run, checks it against the class path at every
 * start, and writes it anew when the two do not fit.
 *
 * @param file in {@code cache} beside the libraries
 */
record SharedArchive(Path file) {
  /** Who should be small: an archive takes 1 MiB more and saves 0.35 s of a start. */
  private static final Set<String> WITHOUT = Set.of("agent", "adapter");

  /**
   * The archive of a kind of service; empty where there should not or cannot be one, as with
   * classes in directories.
   */
  static Optional<SharedArchive> of(String kind) {
    Optional<Path> libraries = JvmService.libraries();
    if (libraries.isEmpty() || WITHOUT.contains(kind)) {
      return Optional.empty();
    }
    Path directory = libraries.get().resolveSibling("cache");
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      return Optional.empty(); // an installation that only root may write: starts are slower
    }
    return Files.isWritable(directory)
        ? Optional.of(new SharedArchive(directory.resolve(kind + ".jsa")))
        : Optional.empty();
  }

  /** Without the JVM's remarks on classes it cannot archive. */
  List<String> flags() {
    return List.of(
        "-XX:+AutoCreateSharedArchive",
        "-XX:SharedArchiveFile=" + file,
        "-Xlog:disable",
        "-Xlog:all=error:stderr");
  }
}
