package io.oasis.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** The files of a package, below a directory, as they will lie on a host. */
final class Tree {
  private static final String PROGRAM = "rwxr-xr-x";
  private static final String TEXT = "rw-r--r--";

  /** Where gzip says how hard it tried, which Java leaves open, and the word for hardest. */
  private static final int EXTRA_FLAGS = 8;

  private static final byte SLOWEST = 2;

  private final Path root;

  Tree(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  void text(String path, String text) {
    write(path, text.getBytes(StandardCharsets.UTF_8), TEXT);
  }

  void program(String path, String text) {
    write(path, text.getBytes(StandardCharsets.UTF_8), PROGRAM);
  }

  /** As small as gzip makes it, without a time or a name in it. */
  void compressed(String path, String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new SmallestGzip(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] small = bytes.toByteArray();
    small[EXTRA_FLAGS] = SLOWEST;
    write(path + ".gz", small, TEXT);
  }

  /** A file, or a directory with all that is in it. What may be run stays so. */
  void copy(Path from, String to) {
    for (Path file : below(from)) {
      if (Files.isRegularFile(file)) {
        Path rest = from.relativize(file);
        String path = rest.toString().isEmpty() ? to : to + "/" + rest;
        try {
          write(path, Files.readAllBytes(file), Files.isExecutable(file) ? PROGRAM : TEXT);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /** All regular files, in the order of their paths. */
  List<Path> files() {
    return below(root).stream().filter(Files::isRegularFile).toList();
  }

  /** Gives every file and directory the same time, and directories their rights. */
  void settle(Instant time) {
    try {
      for (Path file : below(root).reversed()) {
        if (Files.isDirectory(file)) {
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(PROGRAM));
        }
        FileTime at = FileTime.from(time);
        Files.getFileAttributeView(file, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .setTimes(at, at, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String path, byte[] bytes, String rights) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> below(Path top) {
    try (Stream<Path> files = Files.walk(top)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class SmallestGzip extends GZIPOutputStream {
    SmallestGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }
}
