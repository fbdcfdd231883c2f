package io.oasis.proving.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.distribution.process.Wait;
import io.oasis.linux.ProcessorLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The device carries what it was told to, and nothing of a run stays behind. That it carries no
 * more holds beside any neighbour; that it carries as much is judged where the machine was quiet.
 */
@Tag("slow")
class LabLunTest {
  private static final int SIZE_MIB = 64;

  /** How long fio may take to start. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ProcessorLoad load = ProcessorLoad.start();
  private final SoftAssertions whereQuiet = new SoftAssertions();

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
        deep.awaitRunning(PATIENCE);
        carries(450, 550, measured(deep).iops());
        lun.setCapacity(900);
        LoadWindow at900 = measured(deep);
        carries(810, 990, at900.iops());
        assertThat(at900.iops() * at900.meanLatencyMs() / 1e3)
            .as("outstanding, by Little's law")
            .isCloseTo(16, Percentage.withPercentage(15));
      }
    }
    assertThat(directory).doesNotExist();
    assertThat(Path.of("/sys/block", Path.of(lun.device()).getFileName().toString(), "loop"))
        .doesNotExist();
    assertThat(CgroupTree.find().orElseThrow().root().resolve("oasis-lab-test")).doesNotExist();
    load.check(whereQuiet);
  }

  /** One I/O takes 8 ms alone; 32 of them take little longer. */
  @Test
  void aParallelDeviceServesManyAtOnce() {
    try (Janitor janitor = Janitor.start(SIZE_MIB)) {
      LabLun lun = LabLun.create(janitor, "lun", ArrayModel.parallel(SIZE_MIB, 64, 8));
      CgroupTree tree = CgroupTree.find().orElseThrow();
      carries(60, 130, atDepth(1, lun, tree.create(janitor, "oasis-lab-test", "one")));
      carries(1_500, 4_200, atDepth(32, lun, tree.create(janitor, "oasis-lab-test", "many")));
    }
    load.check(whereQuiet);
  }

  private void carries(double least, double most, double iops) {
    assertThat(iops).isLessThanOrEqualTo(most);
    whereQuiet.assertThat(iops).isGreaterThanOrEqualTo(least);
  }

  private static double atDepth(int depth, LabLun lun, LabCgroup cgroup) {
    try (FioApplication load =
        FioApplication.start("load", FioLoad.randomReads(depth), cgroup, lun)) {
      load.awaitRunning(PATIENCE);
      return measured(load).iops();
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

  private static LoadWindow measured(FioApplication application) {
    Wait.pause(Duration.ofSeconds(1));
    long from = System.nanoTime();
    Wait.pause(Duration.ofSeconds(3));
    return application.window(from, System.nanoTime());
  }
}
