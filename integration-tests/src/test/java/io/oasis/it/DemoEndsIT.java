package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.standalone.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
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

  private List<Path> loopsBefore = List.of();

  @BeforeAll
  static void needs() {
    Needs.lab();
  }

  @Test
  void killedItLeavesNothing() throws IOException {
    try (DemoProcess demo = running()) {
      List<ProcessHandle> family = demo.family();
      demo.kill();
      assertClean(demo, family);
    }
  }

  @Test
  void stoppedWithControlCItLeavesNothing() throws IOException, InterruptedException {
    try (DemoProcess demo = running()) {
      List<ProcessHandle> family = demo.family();
      demo.controlC();
      assertThat(demo.await()).as("exit code; it said: %s", demo.said()).isEqualTo(130);
      assertClean(demo, family);
    }
  }

  private DemoProcess running() {
    DemoProcess demo =
        DemoProcess.start(directory, "--seconds", "5", "--no-alone", "--cgroup", CGROUP);
    demo.awaitSaid("managed: ENFORCE");
    demo.awaitSaid("managed 5 s");
    return demo;
  }

  @BeforeEach
  void before() {
    loopsBefore = loopDevices();
  }

  private void assertClean(DemoProcess demo, List<ProcessHandle> family) throws IOException {
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
    assertThat(loopDevices()).as("loop devices").isEqualTo(loopsBefore);
    try (var trees = Files.newDirectoryStream(Path.of("/sys/fs/cgroup"))) {
      for (Path tree : trees) {
        assertThat(tree.resolve(CGROUP)).as("cgroup").doesNotExist();
      }
    }
  }

  private static List<Path> loopDevices() {
    try (Stream<Path> devices = Files.list(Path.of("/sys/block"))) {
      return devices.filter(device -> Files.exists(device.resolve("loop"))).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
