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
import io.oasis.proving.rig.LoadWindow;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Fig. 5 of OASIS on a real brick: two applications with working sets of 100 MB each and a cache of
 * 150 MB. Shows that the manager divides the cache evenly from an uneven start, that it comes to
 * rest there, and that what was configured is back when Oasis has gone.
 */
@Tag("slow")
@Tag("settling")
class BrickCacheIT {
  private static final double MIB = 1 << 20;
  private static final int MEMORY_MIB = 384;
  private static final List<Double> CONFIGURED = List.of(110.0, 40.0);

  /** Both read faster than 15 times a second, so that hit ratios are known sooner. */
  private static final double IOPS = 600;

  private static final int LONGEST_SECONDS = 120;
  private static final int REST_SECONDS = 30;

  @Test
  void twoApplicationsEndWithHalfTheCacheEach() throws IOException {
    Janitor janitor = Janitor.start(MEMORY_MIB);
    try (LabBrick brick = LabBrick.start(janitor, 128, options())) {
      try (Services services =
              Services.keep(
                  DataDirectory.open(janitor.directory().resolve("data")),
                  Deployment.forTrial().onBrick(brick.control()),
                  janitor::service,
                  System.out::println);
          BrickApplication first = application(brick, "first");
          BrickApplication second = application(brick, "second");
          ManagerClient client = services.client()) {
        assertThat(sizes(brick)).isEqualTo(CONFIGURED);
        enforce(client, brick);
        comesToRest(brick, first, second);
      }
      assertThat(sizes(brick)).as("after Oasis").isEqualTo(CONFIGURED);
    } finally {
      janitor.close();
    }
  }

  private static List<String> options() {
    List<String> options = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String name = i == 0 ? "first" : "second";
      options.addAll(List.of("--volume." + name + ".size", "100M"));
      options.addAll(List.of("--export." + name + ".volume", name));
      options.addAll(
          List.of("--export." + name + ".cache-bytes", CONFIGURED.get(i).intValue() + "M"));
    }
    options.addAll(
        List.of("--device.main.cache-bytes", "150M", "--device.main.model", "rate:2000"));
    return options;
  }

  private static BrickApplication application(LabBrick brick, String name) {
    return BrickApplication.start(name, FioLoad.randomReads(1), IOPS, brick.address(), name);
  }

  private static void enforce(ManagerClient client, LabBrick brick) {
    String domain =
        new BrickNames(new HostId(Services.hostName()), brick.control()).domain("main").value();
    assertThat(Wait.until(Duration.ofSeconds(90), () -> client.domain(domain).isPresent()))
        .as("the manager knows " + domain)
        .isTrue();
    assertThat(client.setMode(domain, "ENFORCE", "integration test")).isEmpty();
  }

  /** Waits until both have been within 1 MB of 75 MB for half a minute. */
  private static void comesToRest(LabBrick brick, BrickApplication... applications)
      throws IOException {
    ProcessorLoad load = ProcessorLoad.start();
    int resting = 0;
    List<Double> sizes = List.of();
    for (int second = 1; second <= LONGEST_SECONDS && resting < REST_SECONDS; second++) {
      assertThat(Wait.pause(Duration.ofSeconds(1))).isTrue();
      sizes = sizes(brick);
      resting = sizes.stream().allMatch(size -> Math.abs(size - 75) <= 1) ? resting + 1 : 0;
      load = resting == 0 ? ProcessorLoad.start() : load;
      if (second % 5 == 0) {
        LoadWindow[] now = {applications[0].now(), applications[1].now()};
        System.out.printf(
            Locale.ROOT,
            "%3d s: %.1f and %.1f MiB, %.2f and %.2f ms, %.0f and %.0f IOPS%n",
            second,
            sizes.get(0),
            sizes.get(1),
            now[0].meanLatencyMs(),
            now[1].meanLatencyMs(),
            now[0].iops(),
            now[1].iops());
      }
    }
    assertThat(resting).as("seconds at rest; sizes are %s", sizes).isEqualTo(REST_SECONDS);
    long now = System.nanoTime();
    long restingSince = now - Duration.ofSeconds(REST_SECONDS).toNanos();
    double first = applications[0].window(restingSince, now).meanLatencyMs();
    double second = applications[1].window(restingSince, now).meanLatencyMs();
    SoftAssertions all = new SoftAssertions();
    all.assertThat(first / second)
        .as("latency, %.2f to %.2f ms", first, second)
        .isBetween(0.8, 1.25);
    load.check(all);
  }

  private static List<Double> sizes(LabBrick brick) throws IOException {
    return brick.reading().caches().getFirst().partitions().stream()
        .map(BrickReading.Partition::sizeBytes)
        .map(bytes -> Math.rint(bytes / MIB * 10) / 10)
        .toList();
  }
}
