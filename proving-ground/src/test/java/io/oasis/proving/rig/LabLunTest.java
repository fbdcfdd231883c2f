package io.oasis.proving.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The device carries what it was told to, and nothing of a run stays behind. */
@Tag("slow")
class LabLunTest {
  private static final int SIZE_MIB = 64;

  @BeforeEach
  void needs() {
    List<String> missing = LabNeeds.missing();
    assumeTrue(missing.isEmpty(), () -> String.join("; ", missing));
  }

  @Test
  void theDeviceCarriesItsCapacityAndChangesItWhileAlive() {
    Path directory;
    LabLun lun;
    try (Janitor janitor = Janitor.start(SIZE_MIB)) {
      directory = janitor.directory();
      lun = LabLun.create(janitor, "lun", SIZE_MIB, 500);
      LabCgroup cgroup = CgroupTree.find().orElseThrow().create(janitor, "oasis-lab-test", "deep");
      try (FioApplication deep =
          FioApplication.start("deep", FioLoad.randomReads(16), cgroup, lun)) {
        deep.awaitRunning(Duration.ofSeconds(10));
        assertThat(measured(deep, 3)).isCloseTo(500, Percentage.withPercentage(10));
        lun.setCapacity(900);
        assertThat(measured(deep, 3)).isCloseTo(900, Percentage.withPercentage(10));
        assertThat(deep.now().meanLatencyMs()).isCloseTo(16 / 0.9, within(4.0));
      }
    }
    assertThat(directory).doesNotExist();
    assertThat(Path.of("/sys/block", Path.of(lun.device()).getFileName().toString(), "loop"))
        .doesNotExist();
    assertThat(CgroupTree.find().orElseThrow().root().resolve("oasis-lab-test")).doesNotExist();
  }

  /** One I/O takes 8 ms alone; 32 of them take little longer. */
  @Test
  void aParallelDeviceServesManyAtOnce() {
    try (Janitor janitor = Janitor.start(SIZE_MIB)) {
      LabLun lun = LabLun.create(janitor, "lun", ArrayModel.parallel(SIZE_MIB, 64, 8));
      CgroupTree tree = CgroupTree.find().orElseThrow();
      assertThat(atDepth(1, lun, tree.create(janitor, "oasis-lab-test", "one")))
          .isBetween(60.0, 130.0);
      assertThat(atDepth(32, lun, tree.create(janitor, "oasis-lab-test", "many")))
          .isBetween(1_500.0, 4_200.0);
    }
  }

  private static double atDepth(int depth, LabLun lun, LabCgroup cgroup) {
    try (FioApplication load =
        FioApplication.start("load", FioLoad.randomReads(depth), cgroup, lun)) {
      load.awaitRunning(Duration.ofSeconds(10));
      return measured(load, 3);
    }
  }

  @Test
  void theDeviceComesBackOnceNobodyHasItOpenAnyMore() throws IOException {
    try (Janitor janitor = Janitor.start(SIZE_MIB)) {
      LabLun lun = LabLun.create(janitor, "lun", SIZE_MIB, 500);
      FileChannel open = FileChannel.open(Path.of(lun.device()));
      lun.pull();
      Thread.startVirtualThread(
          () -> {
            Wait.pause(Duration.ofMillis(300));
            close(open);
          });
      lun.plug();
      assertThat(open.isOpen()).isFalse();
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double measured(FioApplication application, int seconds) {
    Wait.pause(Duration.ofSeconds(1));
    long from = System.nanoTime();
    Wait.pause(Duration.ofSeconds(seconds));
    return application.window(from, System.nanoTime()).iops();
  }
}
