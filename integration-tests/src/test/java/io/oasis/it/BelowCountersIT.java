package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.linux.ProcessorLoad;
import io.oasis.proving.rig.SpdkArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows that limits in QEMU and SPDK, below what a host counts, give a shallow application more
 * than it has beside a deep one, that the total does not become less and less, and that who is left
 * alone is let go.
 *
 * <p>Judged within a run, beside best effort on the same array a minute before. What the array's
 * whole speed is, processors that others keep busy move by a fifth.
 */
@Tag("slow")
@Tag("settling")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class BelowCountersIT {
  /** Of the total under best effort; the benchmark's own bar is 0.97. */
  private static final double LEAST_TOTAL = 0.7;

  /** Last third of the time to the first; the spiral that was seen halves it in a minute. */
  private static final double LEAST_OF_FIRST_THIRD = 0.75;

  @TempDir private Path directory = Path.of("");

  @Test
  void throttleGroupsOfQemu() throws IOException, InterruptedException {
    Needs.lab();
    Needs.program("libnbd-bin", "/usr/bin/nbdfuse");
    assertShared("--in", "qemu", "--mixes", "32:1");
  }

  /** The steps of SPDK are 1,000 I/Os: half of 2,000. */
  @Test
  void limitsOfARealSpdk() throws IOException, InterruptedException {
    Needs.lab();
    Needs.program("libnbd-bin", "/usr/bin/nbdfuse");
    if (SpdkArray.program().isEmpty()) {
      Needs.require(List.of("spdk_tgt is missing: name it in SPDK_TGT, or put it on the path"));
    }
    assertShared("--in", "spdk", "--capacity-iops", "2000", "--mixes", "32:2");
  }

  private void assertShared(String... what) throws IOException, InterruptedException {
    ProcessorLoad load = ProcessorLoad.start();
    JsonNode rows = rows(what);
    JsonNode unmanaged = row(rows, "best-effort");
    JsonNode managed = row(rows, "proportional-fair");
    assertThat(managed.path("totalToUnmanaged").asDouble())
        .as("%s", managed)
        .isGreaterThan(LEAST_TOTAL);
    assertThat(managed.path("lastToFirstThird").asDouble())
        .as("%s", managed)
        .isGreaterThan(LEAST_OF_FIRST_THIRD);
    double product = managed.path("product").asDouble();
    if (product <= unmanaged.path("product").asDouble()) {
      load.fellShort("a product of %.3f: %s".formatted(product, rows));
    }
  }

  private static JsonNode row(JsonNode rows, String contender) {
    return rows.valueStream()
        .filter(row -> row.path("contender").asString().equals(contender))
        .findFirst()
        .orElseThrow();
  }

  private JsonNode rows(String... what) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>();
    command.add(DemoProcess.launcher().toString());
    command.addAll(List.of("bench", "fairness", "--json", "--contenders", "proportional-fair"));
    command.addAll(List.of("--settle", "15", "--seconds", "15"));
    command.addAll(List.of(what));
    Path out = directory.resolve("rows.json");
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertThat(process.waitFor()).as("%s", Files.readString(log)).isZero();
    } finally {
      process.destroy();
    }
    return new JsonMapper().readTree(out.toFile()).path("outcomes");
  }
}
