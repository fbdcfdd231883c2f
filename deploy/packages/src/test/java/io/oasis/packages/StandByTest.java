package io.oasis.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.BrickTarget;
import io.oasis.adapter.targets.CgroupV1;
import io.oasis.adapter.targets.qmp.QmpTarget;
import io.oasis.adapter.targets.spdk.SpdkTarget;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows when what stands by an adapter restores: once nobody guards what the adapter's journal has,
 * and not before; and that it ends when it is told to, but not while something is left.
 */
@Tag("slow")
class StandByTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** So often it looks before it would restore, and then some: the patience below is one look. */
  private static final int LOOKS = 5;

  private static final String LOOKED = "looked";

  @TempDir private Path state = Path.of("");

  private Process process;

  @BeforeEach
  void guardTheJournal() throws IOException {
    journal(CgroupV1.KIND);
    Files.writeString(state.resolve("guardian.lock"), "1\n");
  }

  private void journal(String kind) throws IOException {
    String limits = "oasis-journal 1 7\nB 1 %s 2 8:0 3 /a 0 0 0 0 0 0 0 0 0\n".formatted(kind);
    Files.writeString(state.resolve("journal"), limits);
  }

  @AfterEach
  void stop() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /**
   * Who restores says so and takes the journal away, as the real one; each look is said, too, and
   * the next one comes sooner.
   */
  private void standBy() throws IOException {
    String script =
        Parts.read("stand-by")
            .replace("@JAVA@ \"$state\"", "echo restored; rm \"$state/journal\"")
            .replaceFirst("patience=\\d+", "patience=1")
            .replace("sleep 1 &", "echo " + LOOKED + "; sleep 0.1 &");
    assertThat(script).contains("patience=1", LOOKED);
    process =
        new ProcessBuilder("bash", "-c", script, "stand-by", state.toString())
            .redirectErrorStream(true)
            .start();
  }

  private Process guardian() throws IOException {
    Process guardian =
        new ProcessBuilder("flock", "guardian.lock", "sh", "-c", "echo has it; cat")
            .directory(state.toFile())
            .start();
    assertThat(guardian.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("has it");
    return guardian;
  }

  /** It looks some times more, and does nothing else. */
  private void onlyLooks() throws IOException {
    BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
    for (int look = 0; look < LOOKS; look++) {
      assertThat(said.readLine()).isEqualTo(LOOKED);
    }
  }

  /** Up to its end, without its looks. */
  private List<String> restOfWhatItSays() {
    return process
        .inputReader(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.equals(LOOKED))
        .toList();
  }

  @Test
  void whatIsGuardedIsLeftAndThenRestored() throws Exception {
    Process guardian = guardian();
    standBy();
    onlyLooks();
    process.toHandle().destroy();
    onlyLooks();

    guardian.getOutputStream().close();
    assertThat(process.waitFor(LONG)).isTrue();
    assertThat(restOfWhatItSays())
        .containsExactly(
            "nobody guards what is in " + state.resolve("journal") + ": restoring", "restored");
  }

  /** Such as those of a brick, of whose adapter no guardian is needed. */
  @ParameterizedTest
  @ValueSource(strings = {BrickTarget.KIND, SpdkTarget.KIND, QmpTarget.KIND})
  void whatIsNotReachedFromHereIsLeft(String kind) throws Exception {
    journal(kind);
    standBy();
    onlyLooks();
    process.toHandle().destroy();
    assertThat(process.waitFor(LONG)).as("does not wait for it").isTrue();
    assertThat(restOfWhatItSays()).isEmpty();
  }

  @Test
  void withNothingLeftItEndsWhenItIsTold() throws Exception {
    Files.delete(state.resolve("journal"));
    standBy();
    onlyLooks();
    process.toHandle().destroy();
    assertThat(process.waitFor(LONG)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(restOfWhatItSays()).isEmpty();
  }
}
