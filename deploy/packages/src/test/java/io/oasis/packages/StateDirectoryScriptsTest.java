package io.oasis.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows that the adapter's package, whose scripts run as root, runs nothing that lies in a state
 * directory, and touches nothing in one where others may write.
 */
class StateDirectoryScriptsTest {
  @TempDir Path directory;

  private Path home = Path.of("");
  private Path state = Path.of("");

  private record Ended(int code, String said) {}

  /** Java does not run here: what is said to it fails. The program's guardian says that it ran. */
  @BeforeEach
  void install() throws IOException {
    home = Files.createDirectory(directory.resolve("home"));
    state = Files.createDirectory(directory.resolve("state"));
    for (String part : List.of("state-dir.sh", "let-go", "release.sh", "resume.sh")) {
      program(part, installed(part));
    }
    for (String java : List.of("oasis", "oasis-adapter")) {
      program(java, "#!/bin/sh\necho \"java $1\"\nexit 3\n");
    }
    program("guardian.sh", "echo \"guardian of $1\"\n");
    Files.writeString(home.resolve("adapter.yaml"), "state-dir: " + state + "\n");
    Files.writeString(state.resolve("journal"), "oasis-journal 1 7\n");
    Files.writeString(state.resolve("guardian.sh"), "echo 'a stranger ran'\n");
  }

  private String installed(String part) {
    return atHome(Parts.read(part));
  }

  private String atHome(String text) {
    return text.replace("/usr/lib/oasis/adapter", home.toString())
        .replace("/usr/bin", home.toString())
        .replace("/etc/oasis", home.toString());
  }

  private void program(String name, String text) throws IOException {
    Files.setPosixFilePermissions(
        Files.writeString(home.resolve(name), text), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Ended run(String part, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-e", home.resolve(part).toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("OASIS_CONFIG");
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  private List<Path> content() throws IOException {
    try (Stream<Path> files = Files.list(state)) {
      return files.sorted().toList();
    }
  }

  private static void open(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void withoutJavaTheProgramsOwnGuardianRestores() throws Exception {
    assertThat(run("let-go")).isEqualTo(new Ended(0, "java restore\nguardian of " + state + "\n"));
    assertThat(run("release.sh").said()).contains("java release", "guardian of " + state);
    assertThat(state.resolve("removed")).exists();
    assertThat(run("resume.sh").code()).isZero();
    assertThat(state.resolve("removed")).doesNotExist();
  }

  /** Whoever stands at the host and is in a hurry names no state directory. */
  @Test
  void theKillSwitchReadsTheConfigurationOfTheService() throws Exception {
    program("oasis", "#!/bin/sh\necho \"$1 ${OASIS_CONFIG:-without}\"\n");
    ServicePackage adapter =
        ServicePackage.all().stream()
            .filter(service -> service.name().equals("adapter"))
            .findFirst()
            .orElseThrow();
    program("launcher", atHome(adapter.launcher()));
    Path config = home.resolve("adapter.yaml");
    assertThat(run("launcher", "release").said()).isEqualTo("release " + config + "\n");
    Files.delete(config);
    assertThat(run("launcher", "release").said()).isEqualTo("release without\n");
  }

  @ParameterizedTest
  @CsvSource({"let-go, 3", "release.sh, 1", "resume.sh, 0"})
  void nothingIsTouchedWhereOthersMayWrite(String part, int code) throws Exception {
    Files.createFile(state.resolve("removed"));
    Files.createFile(state.resolve("hand-over"));
    List<Path> before = content();
    for (Path way : List.of(state, directory)) {
      open(way, "rwxrwxrwx");
      Ended ended = run(part);
      assertThat(ended.code()).isEqualTo(code);
      assertThat(ended.said())
          .contains("others may write to " + way.getFileName(), "limits stay as they are")
          .doesNotContain("java", "guardian", "stranger");
      assertThat(content()).isEqualTo(before);
      open(way, "rwx------");
    }
    assertThat(run(part).said()).as("as it is closed").doesNotContain("others may write");
  }

  @Test
  void whereLinksLeadIsLookedAt() throws Exception {
    Path open = Files.createDirectory(directory.resolve("open"));
    Path moved = Files.move(state, open.resolve("moved"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), moved);
    Files.createSymbolicLink(state, link);
    assertThat(run("let-go").code()).isZero();
    open(open, "rwxrwxrwx");
    assertThat(run("let-go").said()).contains("others may write to open").doesNotContain("java");
    new ProcessBuilder("chmod", "+t", open.toString()).start().waitFor();
    assertThat(run("let-go").code()).as("there names are moved by their owners").isZero();
  }
}
