package io.oasis.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.linux.HostRoot;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.SpaceRequest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on a real ext4 file system on a loop device that its filling is seen and asked for. Needs
 * root, {@code losetup}, {@code mount} and {@code mkfs.ext4}; without them the test is skipped.
 */
@Tag("slow")
class RealFileSystemTest {
  private static final HostId HOST = new HostId("h");
  private static final int MIB = 1 << 20;
  private static final int DEVICE_BYTES = 64 * MIB;

  @TempDir private Path directory;

  private final Deque<String[]> undo = new ArrayDeque<>();

  @AfterEach
  void letGo() throws Exception {
    for (String[] command : undo) {
      run(command);
    }
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
    return output.strip();
  }

  /** The device's path; an empty ext4 file system of it is mounted. */
  private String device(Path mounted) throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
    Path image = directory.resolve("lun.img");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(DEVICE_BYTES);
    }
    try {
      String device = run("losetup", "-f", "--show", image.toString());
      undo.addFirst(new String[] {"losetup", "-d", device});
      run("mkfs.ext4", "-q", device);
      run("mount", device, mounted.toString());
      undo.addFirst(new String[] {"umount", mounted.toString()});
      return device;
    } catch (IOException e) {
      assumeTrue(false, "no file system to be had: " + e.getMessage());
      throw e;
    }
  }

  private static SpaceRequest asked(HostReader reader, HostAgent agent, String device, Path place) {
    reader.interval(agent, System.nanoTime(), Instant.EPOCH);
    HostInventory inventory = reader.inventory(agent, Instant.EPOCH);
    HostInventory.Lun lun =
        inventory.luns().stream()
            .filter(each -> ("/dev/" + each.device()).equals(device))
            .findFirst()
            .orElseThrow();
    return lun.space().orElseThrow().stream()
        .filter(each -> each.fileSystem().equals(place.toString()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aFileSystemThatFillsIsSeenAndAsksForSpace() throws Exception {
    Path place = Files.createDirectory(directory.toRealPath().resolve("data"));
    String device = device(place);
    HostAgent agent = new HostAgent(HOST);
    try (HostReader reader = new HostReader(HostRoot.REAL, HOST)) {
      SpaceRequest empty = asked(reader, agent, device, place);
      assertThat(empty.type()).isEqualTo("ext4");
      assertThat(empty.askedBytes()).isZero();
      SpaceRequest.Fill before = empty.fill().orElseThrow();
      assertThat(before.totalBytes()).isBetween(DEVICE_BYTES * 3L / 4, (long) DEVICE_BYTES);

      long left = 2 * MIB;
      Files.write(place.resolve("file"), new byte[(int) (before.freeBytes() - left)]);
      run("sync", "-f", place.toString()); // ext4 counts blocks that it has promised as free ones

      SpaceRequest full = asked(reader, agent, device, place);
      SpaceRequest.Fill after = full.fill().orElseThrow();
      assertThat(after.usedBytes() - before.usedBytes())
          .isBetween(before.freeBytes() - left, before.freeBytes() - left + MIB);
      assertThat(after.freeBytes()).isBetween(left - MIB, left);
      // What is used is to be nine tenths again.
      double wanted = after.usedBytes() / 0.9 - after.usedBytes() - after.freeBytes();
      assertThat((double) full.askedBytes()).isBetween(wanted, wanted + MIB);
      assertThat(full.reason()).contains("% full", "not watched for long enough");
    }
  }
}
