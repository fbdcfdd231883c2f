package io.oasis.adapter.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.linux.CgroupMount;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weights are named where nothing divides by them, and only there. */
class WeightsTest {
  @TempDir Path root;
  private Path cgroups;
  private Weights weights;

  @BeforeEach
  void build() throws IOException {
    cgroups = Files.createDirectories(root.resolve("sys/fs/cgroup"));
    Files.createDirectories(cgroups.resolve("a"));
    weights = new Weights(new HostRoot(root), new CgroupMount(CgroupVersion.V2, cgroups));
  }

  @Test
  void theCostModelDividesTheDevicesItIsOnFor() throws IOException {
    Files.writeString(cgroups.resolve("a/io.weight"), "default 100\n8:0 300\n8:16 500\n");
    assertThat(weights.withoutArbiter())
        .extracting(finding -> finding.where().device())
        .containsExactly("8:0", "8:16");
    Files.writeString(
        cgroups.resolve("io.cost.qos"), "8:0 enable=1 ctrl=auto\n8:16 enable=0 ctrl=auto\n");
    assertThat(weights.withoutArbiter())
        .extracting(finding -> finding.where().device())
        .containsExactly("8:16");
  }

  @Test
  void aWeightForAllDevicesIsObeyedWhereTheCostModelIsOn() throws IOException {
    Files.writeString(cgroups.resolve("a/io.weight"), "default 300\n");
    assertThat(weights.withoutArbiter())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.INERT);
              assertThat(finding.cause()).contains("no arbiter for weights");
            });
    Files.writeString(cgroups.resolve("io.cost.qos"), "8:0 enable=1 ctrl=auto\n");
    assertThat(weights.withoutArbiter()).isEmpty();
  }

  @Test
  void bfqDividesItsOwnDevices() throws IOException {
    Files.writeString(cgroups.resolve("a/io.bfq.weight"), "default 100\n8:0 300\n");
    Path block = Files.createDirectories(root.resolve("sys/block/sda/queue"));
    Files.writeString(block.resolveSibling("dev"), "8:0\n");
    Files.writeString(block.resolve("scheduler"), "[none] bfq\n");
    assertThat(weights.withoutArbiter()).hasSize(1);
    Files.writeString(block.resolve("scheduler"), "none [bfq]\n");
    assertThat(weights.withoutArbiter()).isEmpty();
  }

  @Test
  void standardWeightsAreNotSpokenOf() throws IOException {
    Files.writeString(cgroups.resolve("a/io.weight"), "default 100\n");
    assertThat(weights.withoutArbiter()).isEmpty();
  }
}
