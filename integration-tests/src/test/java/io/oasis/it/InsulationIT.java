package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.linux.ProcessorLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows what applications keep on real bricks: a stream beside random reads with slices, and
 * workloads striped over three bricks that follow the same timetable, each by its own clock.
 *
 * <p>Judged within a run, against each application alone on the same bricks a few seconds before.
 * The benchmark's own bar is 0.9 of the share; processors that others keep busy at the one moment
 * and not at the other move that by up to 0.25. Three bricks that all have to be there within a
 * slice lose half and more where they never are idle.
 */
@Tag("slow")
@Tag("settling")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class InsulationIT {
  /** Of its share, where the processors are not kept busy all the while. */
  private static final double LEAST = 0.5;

  /** As many times as without a plan, whatever the processors do. */
  private static final double LEAST_GAIN = 3;

  /** What the planners promise; their bar is 0.9. */
  private static final double PROMISED = 0.9;

  @TempDir private Path directory = Path.of("");

  @Test
  void planningKeepsWhatSharingWouldLose() throws IOException, InterruptedException {
    ProcessorLoad load = ProcessorLoad.start();
    Process mixed = start("mixed");
    Process cluster = start("cluster"); // they mostly wait
    List<JsonNode> rows = new ArrayList<>();
    try {
      rows.addAll(rows(mixed, "mixed"));
      rows.addAll(rows(cluster, "cluster"));
    } finally {
      mixed.destroy();
      cluster.destroy();
    }
    assertThat(rows).hasSize(5);
    SoftAssertions all = new SoftAssertions();
    SoftAssertions whenQuiet = new SoftAssertions();
    for (JsonNode row : rows) {
      double with = row.path("with").asDouble();
      all.assertThat(row.path("predicted").asDouble()).as("%s", row).isGreaterThan(PROMISED);
      whenQuiet.assertThat(with).as("%s", row).isGreaterThan(LEAST);
      if (!row.path("application").asString().equals("random")) {
        double without = row.path("without").asDouble();
        all.assertThat(with).as("%s", row).isGreaterThan(LEAST_GAIN * without);
      }
    }
    all.assertAll();
    load.check(whenQuiet);
  }

  private Process start(String setup) throws IOException {
    return new ProcessBuilder(
            DemoProcess.launcher().toString(),
            "bench",
            "insulation",
            "--json",
            "--only",
            setup,
            "--seconds",
            "3")
        .redirectOutput(directory.resolve(setup + ".json").toFile())
        .redirectError(directory.resolve(setup + ".log").toFile())
        .start();
  }

  private List<JsonNode> rows(Process process, String setup)
      throws IOException, InterruptedException {
    int exit = process.waitFor();
    // 1 when the benchmark's own bars are not met.
    assertThat(exit).as(Files.readString(directory.resolve(setup + ".log"))).isIn(0, 1);
    String json = Files.readString(directory.resolve(setup + ".json"));
    System.out.print(json);
    return new JsonMapper().readTree(json).path("rows").valueStream().toList();
  }
}
