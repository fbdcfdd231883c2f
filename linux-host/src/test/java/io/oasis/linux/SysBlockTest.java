package io.oasis.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that a device is found by its number, also in a container of podman. */
class SysBlockTest {
  @TempDir private Path sys = Path.of("");

  private Path disk(String name, String number) throws IOException {
    Path disk = Files.createDirectories(sys.resolve("block").resolve(name));
    Files.writeString(disk.resolve("dev"), number + "\n");
    return disk;
  }

  @Test
  void theShortestWayIsTaken() throws IOException {
    disk("loop0", "7:0");
    Path shortest = Files.createDirectories(sys.resolve("dev/block/7:0"));
    assertThat(SysBlock.directory(sys, "7:0")).hasValue(shortest);
  }

  @Test
  void whereItIsHiddenADiskIsLookedFor() throws IOException {
    Files.createDirectories(sys.resolve("dev/block"));
    disk("loop1", "7:1");
    Path disk = disk("loop0", "7:0");
    assertThat(SysBlock.directory(sys, "7:0")).hasValue(disk);
    assertThat(SysBlock.directory(sys, "7:2")).isEmpty();
  }

  @Test
  void withoutSysfsThereIsNone() {
    assertThat(SysBlock.directory(sys.resolve("none"), "7:0")).isEmpty();
  }
}
