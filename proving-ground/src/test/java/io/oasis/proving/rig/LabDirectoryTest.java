package io.oasis.proving.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lab is kept in memory where there is room, and on disk elsewhere. */
class LabDirectoryTest {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final Path DISK = Path.of("/var/tmp");

  @BeforeEach
  void needs() throws IOException {
    assumeTrue(LabDirectory.isMemory(MEMORY), "/dev/shm is no memory here");
    assumeTrue(
        MEMORY.toFile().getUsableSpace() > (4L << 30), "/dev/shm has less than 4 GiB of room");
  }

  @Test
  void memoryWithRoomIsTaken() {
    assertThat(LabDirectory.of(MEMORY, DISK, 64)).isEqualTo(MEMORY);
  }

  @Test
  void memoryWithoutRoomIsNot() {
    assertThat(LabDirectory.of(MEMORY, DISK, Integer.MAX_VALUE)).isEqualTo(DISK);
  }

  @Test
  void whatIsNoMemoryIsNot() {
    assertThat(LabDirectory.of(Path.of("/proc"), DISK, 64)).isEqualTo(DISK);
    assertThat(LabDirectory.of(Path.of("/no/such/directory"), DISK, 64)).isEqualTo(DISK);
  }
}
