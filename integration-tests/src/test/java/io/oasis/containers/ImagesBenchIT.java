package io.oasis.containers;

import io.oasis.bench.BenchReport;
import io.oasis.bench.NodeExporter;
import io.oasis.bench.PlainService;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import io.oasis.it.Needs;
import io.oasis.proving.rig.Command;
import io.oasis.proving.scale.ProcessCost;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What images take that are started as compose.yaml says: until the agent's first sample, the
 * adapter's metrics and the manager's page, and in memory; beside the node exporter and a plain
 * service of Spring Boot, which run as they are.
 */
@Tag("bench")
class ImagesBenchIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(20);

  /** Until what a start left behind is gone. */
  private static final Duration SETTLED = Duration.ofSeconds(60);

  private static final int STARTS = 3;
  private static final int HTTP_PORT = 8_520;
  private static final int METRICS_PORT = 8_530;
  private static final Pattern SAMPLED =
      Pattern.compile("(?m)^oasis_agent_interval_seconds_count\\S* [1-9]");

  @TempDir private Path directory = Path.of("");

  private final BenchReport report = new BenchReport("images");

  /**
   * A service, and when it is at work.
   *
   * @param path of what is read at it
   * @param atWork what is found there then
   */
  private record Measured(String service, int port, String path, Pattern atWork) {}

  private static final List<Measured> SERVICES =
      List.of(
          new Measured("manager", HTTP_PORT, "/", Pattern.compile("<html")),
          new Measured("agent", METRICS_PORT, "/metrics", SAMPLED),
          new Measured("adapter", METRICS_PORT, "/metrics", Pattern.compile("oasis_adapter_")));

  @Test
  void startsAndMemoryBesideOthers() throws Exception {
    Needs.root();
    Needs.program("dpkg", "/usr/bin/dpkg-deb");
    NodeExporter.needed();
    Needs.require(Engine.missing());
    try (Images images = Images.of("broker", "manager", "agent", "adapter");
        Compose compose = new Compose(directory.resolve("state"))) {
      compose.start("kafka", images.name("broker"));
      Wait.until(PATIENCE, () -> compose.isHealthy("kafka"));
      for (Measured each : SERVICES) {
        compose.start(each.service(), images.name(each.service()), reachable(each.service()));
        await(() -> says(compose, each), each.atWork());
        for (int i = 0; i < STARTS; i++) {
          compose.kill(each.service());
          measure(compose, each);
        }
      }
      for (int i = 0; i < STARTS; i++) {
        PlainService.Start plain = PlainService.measure();
        row("a plain service of Spring Boot", plain.seconds(), plain.residentMib());
        measureExporter();
      }
    }
    report.write();
  }

  /** From other processes of this host. */
  private static Map<String, String> reachable(String service) {
    return service.equals("manager") ? Map.of() : Map.of("OASIS_METRICS_ADDRESS", "0.0.0.0");
  }

  private void measure(Compose compose, Measured each) throws IOException {
    long start = System.nanoTime();
    compose.startAgain(each.service());
    await(() -> says(compose, each), each.atWork());
    double seconds = (System.nanoTime() - start) / 1e9;
    Wait.pause(SETTLED);
    long pid =
        Objects.requireNonNull(
            compose.get(each.service()).getCurrentContainerInfo().getState().getPidLong());
    row(each.service() + "'s image", seconds, ProcessCost.of(pid).residentMib());
  }

  private void measureExporter() throws IOException {
    int port = Ports.free();
    long start = System.nanoTime();
    Process exporter = NodeExporter.start(port);
    try {
      await(() -> get("http://127.0.0.1:" + port + "/metrics"), Pattern.compile("node_"));
      row(
          "node exporter",
          (System.nanoTime() - start) / 1e9,
          ProcessCost.of(exporter.pid()).residentMib());
    } finally {
      Command.end(exporter, PATIENCE);
    }
  }

  private void row(String what, double seconds, double mib) {
    report.row("what", what, "at work after s", seconds, "resident MiB", mib);
  }

  private static void await(Supplier<String> said, Pattern atWork) {
    if (!Wait.until(PATIENCE, POLL, () -> atWork.matcher(said.get()).find())) {
      throw new AssertionError("not within " + PATIENCE + ": " + atWork + " in " + said.get());
    }
  }

  private static String says(Compose compose, Measured each) {
    return get("http://" + compose.address(each.service()) + ":" + each.port() + each.path());
  }

  private static String get(String url) {
    try (var answer = URI.create(url).toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return ""; // not yet
    }
  }
}
