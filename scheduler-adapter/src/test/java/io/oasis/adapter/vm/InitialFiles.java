package io.oasis.adapter.vm;

import io.oasis.adapter.targets.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Everything a virtual machine has: a directory that becomes its initial RAM file system. */
final class InitialFiles {
  private static final Pattern LIBRARY = Pattern.compile("(/[^ ]+) \\(0x");

  /** What only these can do; the rest is busybox. */
  private static final List<String> PROGRAMS = List.of("bash", "setsid", "flock");

  /** Too large to carry and not used by these tests. */
  private static final List<String> LEFT_OUT =
      List.of("zstd-jni", "snappy-java", "lz4-java", "HdrHistogram");

  private final Path root;

  InitialFiles(Path root) {
    this.root = root;
  }

  void programs() throws IOException, InterruptedException {
    copy(Path.of("/bin/busybox"));
    for (String name : PROGRAMS) {
      Path program = Path.of(Shell.run("sh", "-c", "command -v " + name));
      copy(program);
      libraries(program);
    }
    write("etc/passwd", "root:x:0:0:root:/:/bin/sh\n");
  }

  private void libraries(Path program) throws IOException, InterruptedException {
    Matcher found = LIBRARY.matcher(Shell.run("ldd", program.toString()));
    while (found.find()) {
      Path library = Path.of(found.group(1)).normalize();
      if (!library.startsWith(root)) {
        copy(library);
      }
    }
  }

  private void copy(Path file) throws IOException {
    copy(file, file.toString().substring(1));
  }

  private void copy(Path file, String to) throws IOException {
    Path target = root.resolve(to);
    Files.createDirectories(target.getParent());
    Files.copy(
        file,
        target,
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES); // follows links
  }

  void module(Path file) throws IOException {
    copy(file, "modules/" + file.getFileName());
  }

  void java(String modules) throws IOException, InterruptedException {
    Path home = Path.of(System.getProperty("java.home"));
    Path jre = root.resolve("jre");
    Shell.run(
        home.resolve("bin/jlink").toString(),
        "--add-modules",
        modules,
        "--strip-debug",
        "--no-header-files",
        "--no-man-pages",
        "--generate-cds-archive",
        "--output",
        jre.toString());
    libraries(jre.resolve("bin/java"));
    libraries(jre.resolve("lib/server/libjvm.so"));
  }

  /** Copies a class path; gives what it is called inside. */
  String classPath(String classPath) throws IOException {
    StringBuilder inside = new StringBuilder();
    int number = 0;
    for (String entry : classPath.split(":")) {
      Path from = Path.of(entry);
      String name = String.valueOf(from.getFileName());
      if (!Files.exists(from) || LEFT_OUT.stream().anyMatch(name::startsWith)) {
        continue;
      }
      String to = "app/" + number++ + "-" + name;
      if (Files.isDirectory(from)) {
        tree(from, root.resolve(to));
      } else {
        copy(from, to);
      }
      inside.append(inside.isEmpty() ? "" : ":").append('/').append(to);
    }
    return inside.toString();
  }

  private static void tree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  void init(String script) throws IOException {
    write("init", script);
    if (!root.resolve("init").toFile().setExecutable(true)) {
      throw new IOException("cannot make init executable");
    }
  }

  void pack(Path archive) throws IOException, InterruptedException {
    Shell.run(
        "sh", "-c", "cd '" + root + "' && find . | cpio -o -H newc --quiet > '" + archive + "'");
  }
}
