package io.oasis.distribution.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that a service of a distribution has its own jars only, and who keeps its classes. */
class JvmServiceTest {
  private static final String CLASS_PATH = "oasis.class.path";

  @TempDir private Path directory = Path.of("");

  @AfterEach
  void forget() {
    System.clearProperty(CLASS_PATH);
  }

  @Test
  void theAgentHasItsOwnJarAndOursAndNoArchive() throws IOException {
    Path libraries = libraries();

    assertThat(command("agent"))
        .containsSequence(
            "-cp", libraries + "/oasis-agent-1.jar:" + libraries + "/oasis-distribution-1.jar")
        .noneMatch(word -> word.contains("SharedArchive"));
    assertThat(command("brick"))
        .as("its client is another")
        .containsSequence(
            "-cp", libraries + "/oasis-brick-1.jar:" + libraries + "/oasis-distribution-1.jar")
        .anyMatch(word -> word.endsWith("/cache/brick.jsa"));
  }

  @Test
  void whatHasNoJarByItsNameHasTheClassPathOfThisProcess() throws IOException {
    Path libraries = libraries();

    assertThat(command("broker"))
        .containsSequence("-cp", libraries + "/oasis-distribution-1.jar:" + libraries + "/*");
    System.clearProperty(CLASS_PATH);
    assertThat(command("agent"))
        .as("classes in directories")
        .containsSequence("-cp", System.getProperty("java.class.path"));
  }

  private Path libraries() throws IOException {
    Path libraries = Files.createDirectories(directory.resolve("lib"));
    for (String name : List.of("agent", "brick", "brick-client", "distribution", "protocol")) {
      Files.createFile(libraries.resolve("oasis-" + name + "-1.jar"));
    }
    System.setProperty(CLASS_PATH, libraries + "/oasis-distribution-1.jar:" + libraries + "/*");
    return libraries;
  }

  private static List<String> command(String kind) {
    return new JvmService(kind, kind, List.of(), List.of(), Map.of()).command();
  }
}
