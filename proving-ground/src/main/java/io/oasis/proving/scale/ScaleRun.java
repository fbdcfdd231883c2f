package io.oasis.proving.scale;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One set-up after the other, each on a new broker. */
final class ScaleRun {
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final List<String> MANAGERS = List.of("manager", "manager-2", "manager-3");

  /** Whatever is compiled, loaded and learned first does not count. */
  private static final int WARM_SECONDS = 10;

  private static final Pattern DOMAINS_BY_QUEUES =
      Pattern.compile("([1-9][0-9]{0,3})x([1-9][0-9]{0,4})");

  private final int seconds;
  private final Consumer<String> say;

  ScaleRun(int seconds, Consumer<String> say) {
    this.seconds = seconds;
    this.say = say;
  }

  /** How many domains of how many queues; one row for each number of managers. */
  record Shape(int domains, int queuesEach, int managers) {
    /**
     * @param text such as {@code 100x10}
     */
    static Shape parse(String text, int managers) {
      Matcher matcher = DOMAINS_BY_QUEUES.matcher(text);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "--only = " + text + ": must be DOMAINSxQUEUES, such as 100x10");
      }
      return new Shape(
          Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), managers);
    }
  }

  /** Growth with queues, one large domain, and the largest load on one to three managers. */
  static List<Shape> shapes() {
    return List.of(
        new Shape(100, 1, 1),
        new Shape(100, 10, 1),
        new Shape(100, 100, 1),
        new Shape(1, 10_000, 1),
        new Shape(100, 100, 2),
        new Shape(100, 100, 3));
  }

  ScaleReport run(List<Shape> shapes) {
    List<ScaleReport.Row> rows = new ArrayList<>();
    for (Shape shape : shapes) {
      say.accept(
          "%d managers, %d domains of %d queues"
              .formatted(shape.managers(), shape.domains(), shape.queuesEach()));
      rows.add(row(shape));
    }
    return new ScaleReport(Runtime.getRuntime().availableProcessors(), rows);
  }

  private ScaleReport.Row row(Shape shape) {
    List<String> managers = MANAGERS.subList(0, shape.managers());
    try {
      Path directory = Files.createTempDirectory("oasis-scale-");
      try (Services services = start(directory, managers);
          TopicBytes topics = new TopicBytes(services);
          Crowd crowd = new Crowd(services, 0, shape.domains(), shape.queuesEach())) {
        crowd.begin();
        crowd.run(WARM_SECONDS);
        double managersBefore = cpuSeconds(services, managers);
        double brokerBefore = cpuSeconds(services, List.of("broker"));
        double loadBefore = ownCpuSeconds();
        Map<String, Long> bytesBefore = topics.now();
        long start = System.nanoTime();
        double intervalsPerSecond = crowd.run(seconds);
        double wall = (System.nanoTime() - start) / 1e9;
        double managerCores = (cpuSeconds(services, managers) - managersBefore) / wall;
        double brokerCores = (cpuSeconds(services, List.of("broker")) - brokerBefore) / wall;
        double loadCores = (ownCpuSeconds() - loadBefore) / wall;
        LatencyLog latencies = crowd.latencies();
        return new ScaleReport.Row(
            new ScaleReport.Setup(
                shape.managers(), shape.domains(), shape.domains() * shape.queuesEach()),
            intervalsPerSecond * shape.queuesEach(),
            latencies.count(),
            latencies.quantileMillis(0.5),
            latencies.quantileMillis(0.99),
            new ScaleReport.Cost(
                managerCores,
                brokerCores,
                loadCores,
                largestMib(services, managers),
                topics.perSecond(bytesBefore, wall)));
      } finally {
        Trees.erase(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Services start(Path directory, List<String> managers) {
    Deployment deployment =
        Deployment.forTrial().lease(LEASE).only(managers.toArray(String[]::new));
    return Services.start(directory, deployment, _ -> {});
  }

  private static double ownCpuSeconds() throws IOException {
    return ProcessCost.of(ProcessHandle.current().pid()).cpuSeconds();
  }

  private static double cpuSeconds(Services services, List<String> names) throws IOException {
    double seconds = 0;
    for (String name : names) {
      seconds += ProcessCost.of(services.pid(name)).cpuSeconds();
    }
    return seconds;
  }

  private static double largestMib(Services services, List<String> names) throws IOException {
    double largest = 0;
    for (String name : names) {
      largest = Math.max(largest, ProcessCost.of(services.pid(name)).residentMib());
    }
    return largest;
  }
}
