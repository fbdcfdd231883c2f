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
 * Shows that of two demos at once one that is killed, or stopped with Ctrl-C, while it limits
 * leaves nothing behind and the other alone, and that the link which it prints opens the page.
 */
@Tag("slow")
class DemoEndsIT {
  /** The janitor waits up to 12 s for services and 3 s for the device's daemon. */
  private static final Duration CLEANED = Duration.ofSeconds(40);

  private static final String KILLED = "oasis-it-killed";
  private static final String STOPPED = "oasis-it-stopped";

  @TempDir private Path directory = Path.of("");

  @BeforeAll
  static void needs() {
    Needs.lab();
  }

  @Test
  void killedOrStoppedWithControlCItLeavesNothingAndTheOtherAlone() throws Exception {
    try (DemoProcess killed = start(KILLED, 5);
        DemoProcess stopped = start(STOPPED, 15)) {
      awaitLimits(killed, 5);
      PageLink.in(killed.said()).orElseThrow().assertOpensOnce();
      List<ProcessHandle> family = killed.family();
      List<Path> loops = loopsOf(killed);
      killed.kill();
      assertClean(killed, KILLED, family, loops);

      awaitLimits(stopped, 15);
      family = stopped.family();
      loops = loopsOf(stopped);
      stopped.controlC();
      assertThat(stopped.await()).as("exit code; it said: %s", stopped.said()).isEqualTo(130);
      assertClean(stopped, STOPPED, family, loops);
    }
  }

  /**
   * @param seconds of each phase: the longer, the later it limits
   */
  private DemoProcess start(String cgroup, int seconds) throws IOException {
    return DemoProcess.start(
        Files.createDirectory(directory.resolve(cgroup)),
        "--seconds",
        Integer.toString(seconds),
        "--no-alone",
        "--cgroup",
        cgroup);
  }

  private static void awaitLimits(DemoProcess demo, int seconds) {
    demo.awaitSaid("managed: ENFORCE");
    demo.awaitSaid(" managed %d s".formatted(seconds));
  }

  private static void assertClean(
      DemoProcess demo, String cgroup, List<ProcessHandle> family, List<Path> loops)
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
        assertThat(tree.resolve(cgroup)).as("cgroup").doesNotExist();
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
