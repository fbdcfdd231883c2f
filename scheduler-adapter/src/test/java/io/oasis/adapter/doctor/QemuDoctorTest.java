package io.oasis.adapter.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.DoctorMain;
import io.oasis.adapter.targets.qmp.Qemu;
import io.oasis.adapter.targets.qmp.QmpSession;
import io.oasis.protocol.Finding;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on the real qemu-storage-daemon that the doctor names holes under an NBD export, throttle
 * nodes above one another and limits that were meant otherwise, and is silent about a node that is
 * as it should be.
 */
class QemuDoctorTest {
  private static final int IMAGE_BYTES = 4 << 20;

  @TempDir Path directory;
  private Qemu qemu;

  @BeforeEach
  void open() throws Exception {
    Qemu.need("qemu-storage-daemon", "qemu-system-common");
    Path full = directory.resolve("full");
    byte[] bytes = new byte[IMAGE_BYTES];
    java.util.Arrays.fill(bytes, (byte) 42);
    Files.write(full, bytes);
    Path sparse = directory.resolve("sparse");
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.setLength(IMAGE_BYTES);
    }
    qemu =
        Qemu.storageDaemon(
            "--object", "throttle-group,id=g1,limits.iops-total=500",
            "--object", "throttle-group,id=g2,limits.iops-total=500",
            "--object", "throttle-group,id=g3,limits.iops-total=500",
            "--object", "throttle-group,id=g4,limits.iops-total=500",
            "--blockdev", "file,node-name=full-file,filename=" + full,
            "--blockdev", "file,node-name=sparse-file,filename=" + sparse,
            "--blockdev", "null-co,node-name=disk,size=67108864",
            "--blockdev", "throttle,node-name=full,throttle-group=g1,file=full-file",
            "--blockdev", "throttle,node-name=holes,throttle-group=g2,file=sparse-file",
            "--blockdev", "throttle,node-name=lower,throttle-group=g3,file=disk",
            "--blockdev", "throttle,node-name=upper,throttle-group=g4,file=lower",
            "--export", "nbd,id=e1,name=full,node-name=full",
            "--export", "nbd,id=e2,name=holes,node-name=holes");
  }

  @AfterEach
  void close() throws Exception {
    if (qemu != null) {
      qemu.close();
    }
  }

  private List<Finding> examine(String... more) throws Exception {
    List<String> arguments = new java.util.ArrayList<>(List.of(more));
    arguments.addAll(List.of("--target", "qmp", "--socket", qemu.monitor().toString()));
    return Doctored.glance(arguments.toArray(String[]::new));
  }

  @Test
  void namesWhatIsWrongAndNothingElse() throws Exception {
    List<Finding> findings = examine("--desired", "node/lower:iops=400");

    assertThat(Doctored.about(findings, "node/full"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.PENDING);
              assertThat(finding.cause()).isEmpty();
              assertThat(finding.figures().readBack()).contains(500L);
            });
    assertThat(Doctored.about(findings, "node/holes"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.INERT);
              assertThat(finding.cause()).contains("holes", "NBD");
              assertThat(finding.mend()).contains("fill the image");
            });
    assertThat(Doctored.about(findings, "node/upper"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.CONFLICT);
              assertThat(finding.cause()).contains("two layers limit one LUN", "lower");
            });
    assertThat(Doctored.about(findings, "node/lower"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.VIOLATED);
              assertThat(finding.cause()).contains("400 was desired and 500 is in force");
            });
  }

  @Test
  void aMonitorThatSomebodyElseHasIsStuckAndNamed() throws Exception {
    try (QmpSession _ = QmpSession.open(qemu.monitor())) {
      assertThat(examine())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.verdict()).isEqualTo(Finding.Verdict.STUCK);
                assertThat(finding.cause()).contains("another client has this monitor");
              });
    }
  }

  @Test
  void theCommandSaysSoInItsExitCode() {
    String socket = qemu.monitor().toString();
    List<String> command =
        List.of(
            "--target", "qmp", "--socket", socket, "--seconds", "3", "--json", "--state-dir", "/x");
    assertThat(DoctorMain.run(command)).isEqualTo(1);
    assertThat(DoctorMain.run(List.of("--target", "disk"))).isEqualTo(2);
    assertThat(DoctorMain.run(List.of("--help"))).isZero();
  }
}
