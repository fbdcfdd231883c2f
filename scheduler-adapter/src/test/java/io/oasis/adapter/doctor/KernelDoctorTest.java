package io.oasis.adapter.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.KernelLab;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Shell;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.linux.BlockDevices;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import io.oasis.protocol.HostId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows on a real kernel that the doctor verifies a limit that holds, whoever set it, and names
 * limits that nothing obeys.
 */
@Tag("slow")
public class KernelDoctorTest {
  private KernelLab lab;
  private Place place;

  @BeforeEach
  void open() throws Exception {
    KernelLab.obstacle().ifPresent(why -> Assumptions.abort("needs a kernel to drive: " + why));
    lab = new KernelLab();
    place = lab.place("a");
  }

  @AfterEach
  void close() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  private void need(CgroupVersion version) {
    Assumptions.assumeTrue(
        lab.mount().version() == version, "blkio is bound to the other hierarchy here");
  }

  private void limit(Part part, long value) throws Exception {
    lab.target().apply(place, Throttle.NONE, Throttle.NONE.with(part, value));
  }

  private List<Finding> examine(String... more) throws Exception {
    return Doctored.about(Doctored.glance(more), place.object());
  }

  private List<Finding> watch() throws Exception {
    return Doctored.about(Doctored.watch(), place.object());
  }

  private static void awaitReads(Process process) throws Exception {
    Path counters = Path.of("/proc", Long.toString(process.pid()), "io");
    Eventually.is(
        false, () -> process.isAlive() && Files.readString(counters).contains("\nread_bytes: 0\n"));
  }

  /** Ends a process, and waits until its cgroup is empty. */
  private void end(Process process) throws Exception {
    process.destroyForcibly().waitFor();
    Path members = Path.of(place.object(), "cgroup.procs");
    Eventually.is(true, () -> Files.readString(members).isBlank());
  }

  @Test
  void verifiesALimitThatHolds() throws Exception {
    limit(Part.READ_IOPS, 100);
    Process reader =
        new ProcessBuilder(
                "sh",
                "-c",
                "echo $$ > %s/cgroup.procs; exec dd if=%s of=/dev/null bs=4096 iflag=direct"
                    .formatted(place.object(), lab.device()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      awaitReads(reader);
      assertThat(watch())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.verdict())
                    .as(finding.toString())
                    .isEqualTo(Finding.Verdict.VERIFIED);
                assertThat(finding.cause()).isEmpty();
              });
    } finally {
      end(reader);
    }
  }

  @Test
  void isSilentAboutALimitThatNothingTests() throws Exception {
    limit(Part.WRITE_BYTES, 50 << 20);
    assertThat(watch())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.PENDING);
              assertThat(finding.healthy()).isTrue();
            });
  }

  @Test
  void namesALimitInAnotherUnit() throws Exception {
    limit(Part.READ_BYTES, 50);
    assertThat(examine("--desired", place.object() + ":rbps=52428800"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.cause()).contains("MiB taken for bytes"));
    assertThat(examine())
        .singleElement()
        .satisfies(finding -> assertThat(finding.cause()).contains("another unit"));
  }

  /** The loop device's file lies on a disk, on which the same cgroup is limited too. */
  @Test
  void namesTwoLayers() throws Exception {
    List<String> below =
        new BlockDevices(HostRoot.REAL, new HostId("h"))
            .discover().stream()
                .filter(device -> device.number().toString().equals(place.device().name()))
                .flatMap(device -> device.below().stream())
                .map(DeviceNumber::toString)
                .toList();
    Assumptions.assumeFalse(below.isEmpty(), "the temporary directory is on no disk");
    limit(Part.READ_IOPS, 100_000);
    Place disk =
        new Place(
            place.object(), place.inode(), new DeviceRef(below.getFirst(), generation(below)));
    lab.target().apply(disk, Throttle.NONE, Throttle.NONE.with(Part.READ_IOPS, 100_000));
    try {
      assertThat(examine())
          .filteredOn(finding -> finding.where().device().equals(place.device().name()))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.verdict()).isEqualTo(Finding.Verdict.CONFLICT);
                assertThat(finding.cause()).contains("two layers limit one LUN");
              });
    } finally {
      lab.target().apply(disk, Throttle.NONE.with(Part.READ_IOPS, 100_000), Throttle.NONE);
    }
  }

  private static long generation(List<String> below) throws Exception {
    Path diskseq = Path.of("/sys/dev/block", below.getFirst(), "diskseq");
    return Long.parseLong(Files.readString(diskseq).strip());
  }

  @Test
  void namesBufferedWritesThatPassByALimitOfCgroupV1() throws Exception {
    need(CgroupVersion.V1);
    Path mounted = Files.createTempDirectory("oasis-doctor");
    Shell.run("mkfs.ext4", "-q", "-O", "^has_journal", lab.device());
    Shell.run("mount", lab.device(), mounted.toString());
    limit(Part.WRITE_BYTES, 1 << 20);
    Process writer =
        new ProcessBuilder(
                "sh",
                "-c",
                """
                echo $$ > %s/cgroup.procs
                exec 3>%s/file
                for i in 1 2 3 4 5 6 7 8 9 10 11 12; do head -c 1048576 /dev/zero >&3; sleep 0.2; done
                exec sleep 60\
                """
                    .formatted(place.object(), mounted))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(watch())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.verdict())
                    .as(finding.toString())
                    .isEqualTo(Finding.Verdict.INERT);
                assertThat(finding.cause()).contains("buffered");
              });
    } finally {
      end(writer);
      Shell.run("umount", mounted.toString());
      Files.delete(mounted);
    }
  }

  @Test
  void namesWeightsThatNobodyObeys() throws Exception {
    boolean v1 = lab.mount().version() == CgroupVersion.V1;
    Path file = Path.of(place.object(), v1 ? "blkio.bfq.weight" : "io.weight");
    Assumptions.assumeTrue(Files.exists(file), "the kernel has no " + file.getFileName());
    Files.writeString(file, v1 ? "300" : "default 300");
    // Another test may give a device of its own to BFQ for a moment, which obeys weights.
    Eventually.is(false, () -> examine().isEmpty());

    assertThat(examine())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.INERT);
              assertThat(finding.cause()).contains("no arbiter for weights");
            });
  }

  @Test
  void isSilentAboutWeightsThatTheCostModelDivides() throws Exception {
    need(CgroupVersion.V2);
    Path switchedOn = lab.mount().directory().resolve("io.cost.qos");
    Assumptions.assumeTrue(Files.exists(switchedOn), "the kernel has no cost model");
    Files.writeString(Path.of(place.object(), "io.weight"), "default 300");
    assertThat(examine()).isNotEmpty();
    Files.writeString(switchedOn, place.device().name() + " enable=1");
    try {
      assertThat(examine()).isEmpty();
    } finally {
      Files.writeString(switchedOn, place.device().name() + " enable=0");
    }
  }

  @Test
  void namesTheAncestorThatKeepsTheController() throws Exception {
    need(CgroupVersion.V2);
    Path child = Files.createDirectory(Path.of(place.object(), "child"));
    try {
      assertThat(Doctored.about(Doctored.glance("--cgroup", child.toString()), child.toString()))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.verdict()).isEqualTo(Finding.Verdict.STUCK);
                assertThat(finding.mend())
                    .isEqualTo("echo +io > " + place.object() + "/cgroup.subtree_control");
              });
    } finally {
      Files.delete(child);
    }
    assertThat(examine("--cgroup", place.object())).isEmpty();
  }
}
