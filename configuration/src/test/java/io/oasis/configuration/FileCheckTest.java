package io.oasis.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows what a file means to its component, and that a check finds all that is wrong, not one. */
class FileCheckTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void everyKeyIsSaidWithItsLineAndWhatItWouldBeWithoutTheFile() throws IOException {
    FileCheck check = check(new Pump(), "speed: very-fast\npipe:\n  east:\n    size: 3M\n");
    assertThat(check.isRight()).isTrue();
    assertThat(check.said())
        .containsExactly(
            new FileCheck.Said("speed", "very-fast", 1, "name", "slow", "how fast"),
            new FileCheck.Said("pipe.east.size", "3M", 4, "bytes", "2M", "of a pipe"));
  }

  @Test
  void allMistakesAreFoundInTheFilesOrder() throws IOException {
    FileCheck check =
        check(new Pump(), "speed: fast\nleek: 1\nhost: a\npipe.east.size: 1K\nloud: perhaps\n");
    assertThat(check.mistakes())
        .extracting(FileCheck.Mistake::line, FileCheck.Mistake::key)
        .containsExactly(
            tuple(1, "speed"), tuple(2, "leek"), tuple(4, "pipe.east.size"), tuple(5, "loud"));
    assertThat(check.mistakes().get(0).rule()).isEqualTo("must be slow, very-fast");
    assertThat(check.mistakes().get(1).nearest()).contains("leak");
    assertThat(check.mistakes().get(1).words())
        .isEqualTo(
            "leek = 1: is not a key of pump; nearest is leak (%s:2)"
                .formatted(directory.resolve("pump.yaml")));
  }

  @Test
  void whatTheComponentSaysOfKeysTogetherHasItsLineToo() throws IOException {
    FileCheck check = check(new LoudPump(), "speed: slow\nhost: kafka:9092\n");
    assertThat(check.mistakes())
        .singleElement()
        .satisfies(
            mistake -> {
              assertThat(mistake.line()).isEqualTo(2);
              assertThat(mistake.words()).startsWith("host = kafka:9092: must be quiet (");
            });
    assertThat(check(new LoudPump(), "speed: slow\n").mistakes())
        .extracting(FileCheck.Mistake::line)
        .as("of a default there is no line")
        .containsExactly(0);
  }

  @Test
  void aFileThatCannotBeReadIsOneMistake() throws IOException {
    assertThat(check(new Pump(), "host: a\nspeed: [x").mistakes())
        .singleElement()
        .extracting(FileCheck.Mistake::line)
        .isEqualTo(2);
    assertThat(FileCheck.of(new Pump(), Path.of("/nowhere")).mistakes())
        .singleElement()
        .extracting(FileCheck.Mistake::words)
        .isEqualTo("config = /nowhere: there is no such file");
  }

  private FileCheck check(Component<?> component, String text) throws IOException {
    return FileCheck.of(component, Files.writeString(directory.resolve("pump.yaml"), text));
  }

  /** A pump that finds fault with its keys together. */
  private static final class LoudPump extends Pump {
    @Override
    public Settings configuration(Settings settings) {
      throw new UsageException("host", settings.get(HOST), "must be quiet");
    }
  }
}
