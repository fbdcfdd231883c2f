package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The packages that the command makes of this build, in a directory. */
public record Packed(Path directory) {
  public static final Path ROOT = Path.of(System.getProperty("oasis.root", "..")).toAbsolutePath();

  /** Makes them as the launcher does after it has built what goes into them. */
  static Packed into(Path directory) throws IOException, InterruptedException {
    run(directory, List.of());
    return new Packed(directory);
  }

  /** Makes images instead, of services with commas between; gives what is said of them. */
  public static String images(Path directory, String services)
      throws IOException, InterruptedException {
    return run(directory, List.of("--images=" + services));
  }

  private static String run(Path directory, List<String> options)
      throws IOException, InterruptedException {
    Path target = ROOT.resolve("deploy/packages/target");
    Path packages;
    try (Stream<Path> jars = Files.list(target)) {
      packages =
          jars.filter(file -> file.getFileName().toString().matches("oasis-packages-.*\\.jar"))
              .findFirst()
              .orElseThrow();
    }
    Files.createDirectories(directory);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                packages + ":" + System.getProperty("oasis.class.path") + ":" + target + "/lib/*",
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
