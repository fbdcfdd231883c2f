package io.oasis.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.HostId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows which file systems are found on a recorded tree, and why of some nothing is said. */
class FileSystemsTest {
  @TempDir private Path root;

  private String number = "";

  /** A disk with the number of the device that the tree really is on, and one partition. */
  @BeforeEach
  void disk() throws IOException {
    long real = (Long) Files.getAttribute(root, "unix:dev");
    number = (real >> 8 & 0xfff) + ":" + (real & 0xff | real >> 12 & 0xfff00);
    write("sys/block/sdx/dev", number);
    write("sys/block/sdx/size", "2048");
    write("sys/block/sdx/sdx1/partition", "1");
    write("sys/block/sdx/sdx1/dev", "4000:1");
    Files.createDirectories(root.resolve("data"));
    Files.createDirectories(root.resolve("more"));
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text + "\n");
  }

  private List<FileSystem> mounted(String... lines) throws IOException {
    write("proc/self/mountinfo", String.join("\n", lines));
    BlockDevices devices = new BlockDevices(new HostRoot(root), new HostId("h"));
    devices.discover();
    return devices.fileSystems();
  }

  private static String line(String device, String part, String point, String rest) {
    return "30 1 %s %s %s %s".formatted(device, part, point, rest);
  }

  @Test
  void theKernelSaysHowMuchRoomThereIs() throws IOException {
    List<FileSystem> found = mounted(line(number, "/", "/data", "rw - ext4 /dev/sdx rw"));
    assertThat(found).singleElement().extracting(FileSystem::place).isEqualTo("/data");
    FileSystem.Room room = found.getFirst().room().orElseThrow();
    assertThat(room.totalBytes()).isEqualTo(Files.getFileStore(root).getTotalSpace()).isPositive();
    assertThat(room.freeBytes()).isBetween(room.usableBytes(), room.totalBytes());
    assertThat(found.getFirst().device()).hasToString(number);
  }

  /** As a service with a read-only view of the host sees all of them. */
  @Test
  void aMountOfOursThatIsReadOnlySaysNothingOfTheFileSystem() throws IOException {
    assertThat(mounted(line(number, "/", "/data", "ro,relatime - ext4 /dev/sdx rw,errors=remount")))
        .singleElement()
        .matches(system -> system.room().isPresent());
    assertThat(mounted(line(number, "/", "/data", "rw - ext4 /dev/sdx ro,errors=remount")))
        .singleElement()
        .matches(system -> system.trouble().equals("nobody can write to it"));
  }

  @Test
  void partsOfOneAndSecondPlacesAreNotCountedAgain() throws IOException {
    assertThat(
            mounted(
                line(number, "/etc", "/more", "rw - ext4 /dev/sdx rw"),
                line(number, "/", "/data", "rw - ext4 /dev/sdx rw"),
                line(number, "/", "/more", "rw - ext4 /dev/sdx rw"),
                line("0:99", "/", "/more", "rw - tmpfs none rw")))
        .singleElement()
        .extracting(FileSystem::place)
        .isEqualTo("/data");
  }

  @Test
  void whatCannotBeReadSaysWhy() throws IOException {
    assertThat(mounted(line("4000:1", "/", "/data", "rw - ext4 /dev/sdx1 rw")))
        .singleElement()
        .matches(system -> system.trouble().equals("something else is mounted over it"))
        .matches(system -> system.device().toString().equals(number), "the whole device");
    assertThat(mounted(line(number, "/", "/gone", "rw - ext4 /dev/sdx rw")))
        .singleElement()
        .matches(system -> system.trouble().startsWith("it cannot be read: "));
    assertThat(mounted(line(number, "/", "/data", "rw - fuseblk /dev/sdx rw")))
        .singleElement()
        .matches(system -> system.trouble().startsWith("a process serves it"));
  }
}
