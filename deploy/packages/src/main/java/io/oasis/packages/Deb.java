package io.oasis.packages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a package says of itself.
 *
 * @param architecture {@code all} or a machine's
 * @param depends packages without which it does nothing
 * @param replaced another package whose files it has, too, and which goes; empty: none
 * @param summary in one line, without the name
 * @param more lines that follow it
 * @param scripts of its maintainer, by name
 * @param settings files that an operator changes
 */
record Deb(
    String name,
    String architecture,
    String depends,
    String replaced,
    String summary,
    List<String> more,
    Map<String, String> scripts,
    List<String> settings) {
  private static final String MAINTAINER = "Oasis maintainers <maintainers@oasis.invalid>";
  private static final int KIB = 1024;

  /**
   * Jars are small already. Of the runtime, gzip's usual level saves a twentieth more for twice the
   * time, xz a sixth for forty times as much.
   */
  private static final List<String> COMPRESSION = List.of("-Zgzip", "-z1");

  Deb {
    more = List.copyOf(more);
    scripts = Map.copyOf(scripts);
    settings = List.copyOf(settings);
  }

  /** Packs the tree; gives the file. */
  Path pack(Tree tree, Edition edition, Path directory, Tools tools) {
    String about = "usr/share/doc/" + name;
    tree.compressed(
        about + "/changelog",
        "%s (%s) unstable; urgency=medium\n\n  * Built from its commit.\n\n -- %s  %s\n"
            .formatted(name, edition.version(), MAINTAINER, Rfc822.of(edition.time())));
    List<Path> files = tree.files();
    tree.text("DEBIAN/md5sums", sums(tree.root(), files));
    tree.text("DEBIAN/control", control(edition.version(), size(files)));
    if (!settings.isEmpty()) {
      tree.text(
          "DEBIAN/conffiles",
          settings.stream().map(file -> "/" + file + "\n").collect(Collectors.joining()));
    }
    scripts.forEach((script, text) -> tree.program("DEBIAN/" + script, text));
    tree.settle(edition.time());
    Path file = directory.resolve("%s_%s_%s.deb".formatted(name, edition.version(), architecture));
    List<String> command =
        List.of(
            "dpkg-deb",
            "--root-owner-group",
            COMPRESSION.get(0),
            COMPRESSION.get(1),
            "--build",
            tree.root().toString(),
            file.toString());
    tools.run(edition.time(), command);
    return file;
  }

  private String control(String version, long bytes) {
    return """
    Package: %s
    Version: %s
    Architecture: %s
    Maintainer: %s
    Installed-Size: %d
    Depends: %s
    %sSection: admin
    Priority: optional
    Description: %s
    %s
    """
        .formatted(
            name,
            version,
            architecture,
            MAINTAINER,
            (bytes + KIB - 1) / KIB,
            depends,
            replaced.isEmpty() ? "" : "Conflicts: %1$s\nReplaces: %1$s\n".formatted(replaced),
            summary,
            more.stream().map(line -> " " + line).collect(Collectors.joining("\n")));
  }

  private static long size(List<Path> files) {
    long bytes = 0;
    for (Path file : files) {
      bytes += file.toFile().length();
    }
    return bytes;
  }

  private static String sums(Path root, List<Path> files) {
    StringBuilder sums = new StringBuilder();
    try {
      for (Path file : files) {
        byte[] sum = MessageDigest.getInstance("MD5").digest(Files.readAllBytes(file));
        sums.append("%032x  %s\n".formatted(new BigInteger(1, sum), root.relativize(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    return sums.toString();
  }
}
