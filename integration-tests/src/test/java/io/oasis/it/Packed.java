package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The packages that the command makes of this build, in a directory. */
public record Packed(Path directory) {
  public static final Path ROOT = Path.of(System.getProperty("oasis.root", "..")).toAbsolutePath();

  private static final Path TARGET = ROOT.resolve("deploy/packages/target");

  /** Makes them as the launcher does after it has built what goes into them. */
  static Packed anew(Path directory) throws IOException, InterruptedException {
    run(directory, List.of());
    return new Packed(directory);
  }

  /** Copies of those that were made once for all tests of a build. */
  static Packed into(Path directory) throws IOException, InterruptedException {
    Packed once = new Packed(once("packages-of-tests", List.of()));
    Files.createDirectories(directory);
    for (Path file : once.files()) {
      Files.copy(file, directory.resolve(file.getFileName()));
    }
    return new Packed(directory);
  }

  /** Makes images instead, of services with commas between. */
  static void images(Path directory, String services) throws IOException, InterruptedException {
    run(directory, List.of("--images=" + services));
  }

  /**
   * Images of all services, made once for all tests of a build, whichever process they run in.
   *
   * @return where they are, with what was said of them in {@code said}
   */
  public static Path images() throws IOException, InterruptedException {
    return once("images-of-tests", List.of("--images=agent,adapter,manager,brick,broker"));
  }

  /** What these options make, where it is made first. */
  private static Path once(String name, List<String> options)
      throws IOException, InterruptedException {
    Path made = Files.createDirectories(ROOT.resolve("target").resolve(name));
    Path said = made.resolve("said");
    try (FileChannel file =
            FileChannel.open(
                made.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      if (!Files.exists(said) || Files.getLastModifiedTime(said).compareTo(built()) < 0) {
        Files.deleteIfExists(said);
        for (Path old : new Packed(made).files()) { // of another version
          Files.delete(old);
        }
        String text = run(made, options);
        Files.writeString(said, text);
      }
    }
    return made;
  }

  /** When the newest of the jars was made that go into packages and images. */
  private static FileTime built() throws IOException {
    FileTime newest = Files.getLastModifiedTime(packages());
    String[] path = System.getProperty("oasis.class.path").split(File.pathSeparator, -1);
    try (Stream<Path> jars = Files.list(Objects.requireNonNull(Path.of(path[0]).getParent()))) {
      for (Path jar : jars.toList()) {
        FileTime made = Files.getLastModifiedTime(jar);
        newest = made.compareTo(newest) > 0 ? made : newest;
      }
    }
    return newest;
  }

  /** The jar of what makes them. */
  private static Path packages() throws IOException {
    try (Stream<Path> jars = Files.list(TARGET)) {
      return jars.filter(file -> file.getFileName().toString().matches("oasis-packages-.*\\.jar"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static String run(Path directory, List<String> options)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                packages() + ":" + System.getProperty("oasis.class.path") + ":" + TARGET + "/lib/*",
                "io.oasis.packages.PackageCommand",
                "--root",
                ROOT.toString(),
                "--out",
                directory.toString()));
    command.addAll(options);
    return say(directory, command);
  }

  /** What a program says, standard error included; it must end with 0. */
  static String say(Path directory, List<String> command) throws IOException, InterruptedException {
    Path said = Files.createTempFile(directory, "said", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
    builder.environment().put("SOURCE_DATE_EPOCH", "1700000000");
    int code = builder.start().waitFor();
    String text = Files.readString(said, StandardCharsets.UTF_8);
    assertThat(code).as("%s, which said: %s", command, text).isZero();
    return text;
  }

  String say(String... command) throws IOException, InterruptedException {
    return say(directory, List.of(command));
  }

  List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".deb")).sorted().toList();
    }
  }

  /** The one of this name. */
  Path file(String name) throws IOException {
    return files().stream()
        .filter(file -> file.getFileName().toString().startsWith(name + "_"))
        .findFirst()
        .orElseThrow();
  }
}
