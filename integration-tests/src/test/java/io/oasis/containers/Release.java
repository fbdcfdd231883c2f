package io.oasis.containers;

import io.oasis.distribution.MissingException;
import io.oasis.proving.rig.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/**
 * A release as somebody has it who took its source and called its launcher.
 *
 * @param launcher builds it on first use
 */
record Release(String name, Path launcher) {
  private static final Path ROOT =
      Path.of(System.getProperty("oasis.root", "..")).toAbsolutePath().normalize();

  /** What is being tested. */
  static Release current() {
    return new Release("this one", ROOT.resolve("oasis"));
  }

  /** The one before; see {@code last-release.properties}. */
  static Release last() {
    String version = property("version");
    return new Release(version, ROOT.resolve("target/releases/" + version).resolve("oasis"));
  }

  /**
   * Takes the source of {@link #last} from the repository and builds it, if nobody did.
   *
   * @return why it cannot be had; nothing if it can
   */
  static List<String> fetchLast() throws IOException {
    Path launcher = last().launcher();
    Path tree = Objects.requireNonNull(launcher.getParent());
    try {
      if (!Files.exists(launcher)) {
        Files.createDirectories(tree);
        Path archive = tree.resolveSibling(tree.getFileName() + ".tar");
        String commit = property("commit");
        Command.output("git", "-C", "" + ROOT, "archive", "-o", "" + archive, commit);
        Command.output("tar", "-xf", "" + archive, "-C", "" + tree);
        Files.delete(archive);
      }
      Command.output(launcher.toString(), "--version");
      return List.of();
    } catch (MissingException e) {
      return List.of("release %s cannot be had here: %s".formatted(tree, e.getMessage()));
    }
  }

  private static String property(String name) {
    Properties properties = new Properties();
    try (InputStream in = Release.class.getResourceAsStream("last-release.properties")) {
      properties.load(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return properties.getProperty(name);
  }
}
