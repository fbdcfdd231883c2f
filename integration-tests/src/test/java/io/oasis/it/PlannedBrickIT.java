package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.client.BrickNames;
import io.oasis.brick.client.BrickReading;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.DataDirectory;
import io.oasis.distribution.process.Wait;
import io.oasis.linux.ProcessorLoad;
import io.oasis.protocol.HostId;
import io.oasis.proving.rig.BrickApplication;
import io.oasis.proving.rig.FioLoad;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabBrick;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * A stream and random reads on a brick whose slices are much too short. Shows that a running
 * manager learns both while they share the disk, plans without touching anything, carries the plan
 * out when it is told to, and that what was configured is back when it is told not to.
 */
@Tag("slow")
@Tag("settling")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class PlannedBrickIT {
  private static final int MEMORY_MIB = 384;
  private static final double CONFIGURED_ROUND_MILLIS = 40;
  private static final Duration WINDOW = Duration.ofSeconds(3);

  /** Until reads follow each other as they will. */
  private static final Duration WARM = Duration.ofSeconds(1);

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What the stream gains is three times as much where nothing else runs. */
  private static final double LEAST_GAIN = 1.3;

  @Test
  void whatIsMeasuredIsPlannedAndCarriedOut()
      throws IOException, InterruptedException, ReflectiveOperationException {
    Janitor janitor = Janitor.start(MEMORY_MIB);
    try (LabBrick brick = LabBrick.start(janitor, 128, options());
        Services services =
            Services.keep(
                DataDirectory.open(janitor.directory().resolve("data")),
                Deployment.forTrial().onBrick(brick.control()),
                janitor::service,
                System.out::println);
        BrickApplication stream = application(brick, "stream", new FioLoad("read", 64 << 10, 1));
        BrickApplication random = application(brick, "random", new FioLoad("randread", 8192, 4));
        ManagerClient client = services.client()) {
      String domain =
          new BrickNames(new HostId(Services.hostName()), brick.control()).domain("main").value();
      until("the manager knows " + domain, () -> client.domain(domain).isPresent());
      plan(client, domain);
      until("both are supported", () -> areSupported(insulation(client, domain)));
      System.out.println(insulation(client, domain));
      assertThat(time(brick).roundMillis()).as("in SHADOW").isEqualTo(CONFIGURED_ROUND_MILLIS);
      ProcessorLoad load = ProcessorLoad.start();
      double before = perSecond(stream);

      assertThat(client.setMode(domain, "ENFORCE", "integration test")).isEmpty();
      until("in force", () -> insulation(client, domain).path("inForce").asBoolean());
      assertCarriedOut(insulation(client, domain), brick);
      double after = perSecond(stream);
      System.out.printf("stream: %.0f reads/s before, %.0f as planned%n", before, after);
      assertThat(random.now().iops()).isPositive();

      assertThat(client.setMode(domain, "SHADOW", "integration test")).isEmpty();
      until("let go", () -> time(brick).roundMillis() == CONFIGURED_ROUND_MILLIS);
      if (after / before <= LEAST_GAIN) {
        load.fellShort("the stream does %.2f of what it did before".formatted(after / before));
      }
    } finally {
      janitor.close();
    }
  }

  private static void assertCarriedOut(JsonNode planned, LabBrick brick) {
    assertThat(time(brick).roundMillis() / planned.path("roundMillis").asDouble())
        .isBetween(0.999, 1.001);
    assertThat(planned.path("changes").path(0).path("reasons").size()).isPositive();
    for (JsonNode workload : planned.path("workloads")) {
      assertThat(workload.path("efficiency").asDouble()).as("%s", workload).isGreaterThan(0.9);
    }
  }

  private static List<String> options() {
    return List.of(
        "--volume.stream.size=16G",
        "--volume.random.size=16G",
        "--export.stream.volume=stream",
        "--export.stream.cache-bytes=8M",
        "--export.random.volume=random",
        "--export.random.cache-bytes=8M",
        "--device.main.cache-bytes=64M",
        "--device.main.access-bytes=256K",
        "--device.main.discipline=argon",
        "--device.main.round-ms=40",
        "--device.main.model=elevator:barracuda-7200-8");
  }

  private static BrickApplication application(LabBrick brick, String name, FioLoad load) {
    return BrickApplication.start(name, load, 0, brick.address(), name);
  }

  /** Chooses the policy; the mode stays SHADOW. */
  private static void plan(ManagerClient client, String domain) {
    JsonNode known = client.domain(domain).orElseThrow();
    assertThat(known.path("mode").asString()).isEqualTo("SHADOW");
    assertThat(client.setPolicy(domain, "insulation", "test")).isEmpty();
  }

  private static JsonNode insulation(ManagerClient client, String domain) {
    return client.domain(domain).orElseThrow().path("insulation").path(0);
  }

  private static boolean areSupported(JsonNode insulation) {
    JsonNode workloads = insulation.path("workloads");
    return workloads.size() == 2
        && workloads.valueStream().allMatch(w -> w.path("status").asString().equals("SUPPORTED"));
  }

  private static BrickReading.Time time(LabBrick brick) {
    try {
      return brick.reading().caches().getFirst().time();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Over the window that begins now. */
  private static double perSecond(BrickApplication application) {
    assertThat(Wait.pause(WARM.plus(WINDOW))).isTrue();
    long now = System.nanoTime();
    return application.window(now - WINDOW.toNanos(), now).iops();
  }

  private static void until(String what, BooleanSupplier holds) {
    assertThat(Wait.until(PATIENCE, holds)).as(what).isTrue();
  }
}
