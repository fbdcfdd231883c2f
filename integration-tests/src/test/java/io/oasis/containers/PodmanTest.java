package io.oasis.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.proving.rig.ProcessId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows which of the podmans that others have left are ended: those of processes that are gone. */
class PodmanTest {
  @TempDir private Path parent = Path.of("");

  @Test
  void oneWhoseProcessIsThereIsLeftAlone() throws IOException {
    Podman.in(parent);
    assertThat(Podman.abandoned(parent)).isEmpty();
  }

  @Test
  void oneWhoseProcessHasEndedIsAbandoned() throws IOException, InterruptedException {
    Process owner = new ProcessBuilder("cat").start();
    Podman podman = of(ProcessId.of(owner.pid()).toString());
    assertThat(Podman.abandoned(parent)).isEmpty();
    owner.getOutputStream().close();
    owner.waitFor();
    assertThat(Podman.abandoned(parent)).containsExactly(podman);
  }

  @Test
  void aLaterProcessOfThatNumberIsNotTakenForIt() throws IOException {
    Podman podman = of(ProcessHandle.current().pid() + " 1");
    assertThat(Podman.abandoned(parent)).containsExactly(podman);
  }

  @Test
  void oneThatDoesNotSayWhoseItIsIsLeftAlone() throws IOException {
    of("");
    of("somebody's");
    Files.delete(of("").directory().resolve("owner"));
    assertThat(Podman.abandoned(parent)).isEmpty();
  }

  @Test
  void whatAnybodyCanHaveWrittenIsLeftAlone() throws IOException {
    Files.setPosixFilePermissions(
        of("1 1").directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.move(of("1 1").directory(), parent.resolve("another-podman"));
    assertThat(Podman.abandoned(parent)).isEmpty();
  }

  private Podman of(String owner) throws IOException {
    Podman podman = Podman.in(parent);
    Files.writeString(podman.directory().resolve("owner"), owner);
    return podman;
  }
}
