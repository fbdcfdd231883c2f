package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that a demo that is killed, or stopped with Ctrl-C, while it limits leaves nothing behind.
 */
@Tag("slow")
class DemoEndsIT {
  /** The janitor waits up to 12 s for services and 3 s for the device's daemon. */
  private static final Duration CLEANED = Duration.ofSeconds(40);

  private static final String CGROUP = "oasis-it-ends";

  @TempDir private Path directory = Path.of("");

  @BeforeAll
  static void needs() {
    Needs.lab();
  }

  @Test
  void killedItLeavesNothing() throws IOException {
    try (DemoProcess demo = running()) {
      List<ProcessHandle> family = demo.family();
      List<Path> loops = loopsOf(demo);
      demo.kill();
      assertClean(demo, family, loops);
    }
  }

  @Test
  void stoppedWithControlCItLeavesNothing() throws IOException, InterruptedException {
    try (DemoProcess demo = running()) {
      List<ProcessHandle> family = demo.family();
      List<Path> loops = loopsOf(demo);
      demo.controlC();
      assertThat(demo.await()).as("exit code; it said: %s", demo.said()).isEqualTo(130);
      assertClean(demo, family, loops);
    }
  }

  private DemoProcess running() {
    DemoProcess demo =
        DemoProcess.start(directory, "--seconds", "5", "--no-alone", "--cgroup", CGROUP);
    demo.awaitSaid("managed: ENFORCE");
    demo.awaitSaid("managed 5 s");
    return demo;
  }

  private static void assertClean(DemoProcess demo, List<ProcessHandle> family, List<Path> loops)
      throws IOException {
    Path run = demo.directory().orElseThrow();
    boolean gone =
        Wait.until(
            CLEANED, () -> !Files.exists(run) && family.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(family.stream().filter(ProcessHandle::isAlive).map(ProcessHandle::info))
        .as("processes")
        .isEmpty();
    assertThat(gone).as("the directory %s is removed", run).isTrue();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo")))
        .as("mounts")
        .doesNotContain(run.toString());
    assertThat(loops)
        .as("loop devices")
        .isNotEmpty()
        .allSatisfy(device -> assertDetached(device, run.toString()));
    try (var trees = Files.newDirectoryStream(Path.of("/sys/fs/cgroup"))) {
      for (Path tree : trees) {
        assertThat(tree.resolve(CGROUP)).as("cgroup").doesNotExist();
      }
    }
  }

  private static List<Path> loopsOf(DemoProcess demo) throws IOException {
    String run = demo.directory().orElseThrow().toString();
    try (Stream<Path> devices = Files.list(Path.of("/sys/block"))) {
      return devices.filter(device -> backing(device).startsWith(run)).toList();
    }
  }

  /** A device over a file whose mount has gone names the root; another run may have its number. */
  private static void assertDetached(Path device, String run) {
    assertThat(backing(device)).isNotEqualTo("/").doesNotStartWith(run);
  }

  /** The file that a loop device is over; nothing for other devices. */
  private static String backing(Path device) {
    try {
      return Files.readString(device.resolve("loop").resolve("backing_file")).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
