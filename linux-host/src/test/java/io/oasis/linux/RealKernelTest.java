package io.oasis.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.protocol.HostId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on the running kernel that direct reads of a process in a cgroup are counted for that
 * cgroup and device, exactly. Needs root, a v1 blkio hierarchy, {@code losetup} and {@code dd}.
 */
@Tag("slow")
class RealKernelTest {
  private static final int READS = 500;
  private static final int READ_BYTES = 4096;

  @TempDir Path directory;
  private String loop = "";
  private Path group = Path.of("/nowhere");

  @AfterEach
  void letGo() throws Exception {
    if (!loop.isEmpty()) {
      run("losetup", "-d", loop);
    }
    if (Files.isDirectory(group)) {
      Files.delete(group);
    }
  }

  @Test
  void directReadsAreCountedForTheirCgroup() throws Exception {
    CgroupMount mount = requireHost();
    Path file = Files.write(directory.resolve("lun.img"), new byte[READS * READ_BYTES]);
    try {
      loop = run("losetup", "-f", "--show", "--direct-io=on", file.toString()).strip();
    } catch (IllegalStateException e) {
      assumeTrue(false, "skipped: no loop device to be had: " + e.getMessage());
    }
    BlockDevice device = deviceOf(file);
    assertThat(device.generation()).isNotNegative();
    group =
        Files.createDirectory(
            mount.directory().resolve("oasis-test-" + ProcessHandle.current().pid()));
    assertThat(ThrottleAccounting.switchOn(java.util.Optional.of(mount), device.number()))
        .isNotEqualTo(ThrottleAccounting.Result.REFUSED);
    try (Cgroups cgroups = new Cgroups(HostRoot.REAL);
        DiskStats stats = new DiskStats(HostRoot.REAL)) {
      assertThat(ioOf(cgroups, device.number()))
          .isEqualTo(new CgroupIo(device.number(), 0, 0, 0, 0));
      long readsBefore = readsOf(stats, device.number());
      run(
          "sh",
          "-c",
          "echo $$ > "
              + group.resolve("cgroup.procs")
              + " && exec dd if="
              + loop
              + " of=/dev/null iflag=direct bs="
              + READ_BYTES
              + " count="
              + READS);
      assertThat(ioOf(cgroups, device.number()))
          .isEqualTo(new CgroupIo(device.number(), READS, 0, (long) READS * READ_BYTES, 0));
      assertThat(readsOf(stats, device.number()) - readsBefore).isGreaterThanOrEqualTo(READS);
      Files.delete(group);
      assertThat(cgroups.read()).noneMatch(reading -> reading.cgroup().directory().equals(group));
    }
  }

  private static CgroupMount requireHost() {
    assumeTrue("root".equals(System.getProperty("user.name")), "skipped: needs root");
    assumeTrue(Files.isExecutable(Path.of("/usr/sbin/losetup")), "skipped: needs losetup (mount)");
    var mount = CgroupMount.find(HostRoot.REAL);
    assumeTrue(
        mount.isPresent() && mount.get().version() == CgroupVersion.V1,
        "skipped: this kernel binds no blkio controller to cgroup v1");
    return mount.orElseThrow();
  }

  private static BlockDevice deviceOf(Path file) throws IOException {
    String lun = "loop:" + file.toRealPath();
    return new BlockDevices(HostRoot.REAL, new HostId("h"))
        .discover().stream().filter(d -> d.lun().value().equals(lun)).findFirst().orElseThrow();
  }

  private CgroupIo ioOf(Cgroups cgroups, DeviceNumber device) {
    return cgroups.read().stream()
        .filter(reading -> reading.cgroup().directory().equals(group))
        .flatMap(reading -> reading.io().stream())
        .filter(io -> io.device().equals(device))
        .findFirst()
        .orElse(new CgroupIo(device, 0, 0, 0, 0));
  }

  private static long readsOf(DiskStats stats, DeviceNumber device) {
    return stats.read().stream()
        .filter(line -> line.number().equals(device))
        .mapToLong(line -> line.reads().operations())
        .findFirst()
        .orElse(0);
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException(String.join(" ", command) + ": " + output);
    }
    return output;
  }
}
