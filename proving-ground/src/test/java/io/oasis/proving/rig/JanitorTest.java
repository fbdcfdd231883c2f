package io.oasis.proving.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows what the janitor writes, on plain files in place of a cgroup v2 hierarchy. */
class JanitorTest {
  private static final Path SHARED = Path.of("/dev/shm");

  @TempDir private Path directory = Path.of("");
  private Path root = Path.of("");
  private Path control = Path.of("");

  @BeforeEach
  void enabled() throws IOException {
    root = Files.createDirectory(directory.resolve("cgroup"));
    control = Files.writeString(root.resolve("cgroup.subtree_control"), "io memory\n");
  }

  @Test
  void switchesTheControllerOffAgain() throws IOException {
    clean();

    assertThat(control).hasContent("-io");
  }

  @Test
  void leavesTheControllerOnWhileSomebodyHasALimitBelow() throws IOException {
    Path group = Files.createDirectories(root.resolve("a.slice").resolve("b.service"));
    Files.writeString(group.resolve("io.max"), "8:0 rbps=max wbps=1048576 riops=max wiops=max\n");
    clean();

    assertThat(control).hasContent("io memory");
  }

  @Test
  void removesWhatTheClockOfAKilledServiceLeaves() throws Exception {
    assumeTrue(Files.isDirectory(SHARED), "needs " + SHARED);
    Process service = new ProcessBuilder("sleep", "600").start();
    Path left = SHARED.resolve("faketime_shm_" + service.pid());
    Path other = SHARED.resolve("faketime_shm_oasis-test");
    try (Janitor janitor = Janitor.start(directory)) {
      janitor.service(service.pid());
      service.destroyForcibly().waitFor();
      Files.createFile(left);
      Files.createFile(other);
    }
    assertThat(left).doesNotExist();
    assertThat(other).exists();
    Files.delete(other);
  }

  /** In /dev/shm and /var/tmp anybody can put what looks like a run that is over. */
  @Test
  void whatSomebodyElsePreparedIsNotCarriedOut() throws IOException {
    Path shared = Files.createDirectory(directory.resolve("shared"));
    String says = "owner 1 0\ncontroller " + root + "\n";
    Path foreign = Files.createDirectory(shared.resolve("oasis-lab-1"));
    Path open = Files.createDirectory(shared.resolve("oasis-lab-2"));
    for (Path run : List.of(foreign, open)) {
      Files.writeString(run.resolve("leftovers"), says);
    }
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path link = Files.createSymbolicLink(shared.resolve("oasis-lab-3"), open);
    assumeTrue(Files.getAttribute(foreign, "unix:uid").equals(0), "needs root");
    Files.setPosixFilePermissions(foreign, PosixFilePermissions.fromString("rwx------"));
    Files.setAttribute(foreign, "unix:uid", 65_534);

    assertThat(Janitor.sweep(shared)).isEmpty();

    assertThat(control).hasContent("io memory");
    assertThat(foreign.resolve("leftovers")).exists();
    assertThat(open.resolve("leftovers")).exists();
    assertThat(link).isSymbolicLink();
  }

  private void clean() {
    try (Janitor janitor = Janitor.start(directory)) {
      janitor.controller(root);
    }
  }
}
