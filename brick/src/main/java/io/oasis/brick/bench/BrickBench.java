package io.oasis.brick.bench;

import io.oasis.brick.ConfigException;
import io.oasis.brick.discipline.DisciplineSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code oasis bench brick [--seconds N] [--rounds N] [--only TEXT] [--json]}: see the package.
 * Exit codes: 0 all bars met, 1 not all, 3 fio or the baseline is missing.
 */
public final class BrickBench {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int BYTES = 256 << 20;
  private static final int NOT_MET = 1;
  private static final int ENVIRONMENT = 3;
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final double seconds;
  private final int rounds;
  private final String only;
  private volatile @Nullable Process running;
  private final PrintStream progress = System.err;
  private final Map<Contender, Map<Pattern, List<Double>>> results = new LinkedHashMap<>();

  private BrickBench(double seconds, int rounds, String only) {
    this.seconds = seconds;
    this.rounds = rounds;
    this.only = only;
  }

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    double seconds = 3;
    int rounds = 3;
    String only = "";
    boolean json = false;
    try {
      for (int i = 0; i < arguments.length; i++) {
        switch (arguments[i]) {
          case "brick" -> {}
          case "--json" -> json = true;
          case "--seconds" -> seconds = number(arguments, ++i);
          case "--rounds" -> rounds = (int) number(arguments, ++i);
          case "--only" -> only = i + 1 < arguments.length ? arguments[++i] : "";
          default ->
              throw new ConfigException(
                  "argument", arguments[i], "known are --seconds, --rounds, --only and --json");
        }
      }
      return new BrickBench(seconds, rounds, only).measure(json);
    } catch (ConfigException e) {
      System.err.println("oasis bench brick: " + e.getMessage());
      return ConfigException.EXIT_CODE;
    } catch (IOException e) {
      System.err.println("oasis bench brick: " + e.getMessage());
      return ENVIRONMENT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ENVIRONMENT;
    }
  }

  private static double number(String[] arguments, int i) {
    String value = i < arguments.length ? arguments[i] : "";
    if (!value.matches("[1-9][0-9]{0,3}")) {
      throw new ConfigException(arguments[i - 1], value, "must be a number from 1 to 9999");
    }
    return Double.parseDouble(value);
  }

  private int measure(boolean json) throws IOException, InterruptedException {
    if (!isInstalled("fio")) {
      throw new IOException(
          "fio is missing; install the packages fio, nbdkit, nbd-server, qemu-utils");
    }
    Path directory = Files.createTempDirectory("oasis-bench");
    Thread cleaning = new Thread(() -> stopServer(running), "bench-cleaning");
    Runtime.getRuntime().addShutdownHook(cleaning);
    try {
      Path file = directory.resolve("volume.img");
      fill(file);
      Files.writeString(
          directory.resolve("nbd-server.conf"), Contender.nbdServerConfig(directory, file));
      for (int round = 1; round <= rounds; round++) {
        for (Contender contender : Contender.all(directory, file, BYTES)) {
          if (contender.label().contains(only) || contender.baseline().isEmpty()) {
            measure(contender, round);
          }
        }
      }
    } finally {
      delete(directory);
    }
    return json ? printJson() : printTable();
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[1 << 20];
    new Random(1).nextBytes(block);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < BYTES / block.length; i++) {
        out.write(block);
      }
    }
  }

  private void measure(Contender contender, int round) throws IOException, InterruptedException {
    if (!contender.program().equals("java") && !isInstalled(contender.program())) {
      progress.println(contender.label() + ": left out, " + contender.program() + " is missing");
      return;
    }
    Process server =
        new ProcessBuilder(contender.commandLine())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    running = server;
    try {
      awaitSocket(contender, server);
      fio(
          List.of(
              "fio",
              "--name=fill",
              "--ioengine=nbd",
              "--uri=" + contender.uri(),
              "--rw=write",
              "--bs=1M",
              "--size=" + BYTES,
              "--output-format=json"));
      for (Pattern pattern : Pattern.values()) {
        JsonNode job = fio(pattern.fio(contender.uri(), BYTES, seconds));
        double iops = job.path("read").path("iops").asDouble();
        progress.printf(
            Locale.ROOT,
            "round %d  %-24s %-24s %,10.0f IOPS%n",
            round,
            contender.label(),
            pattern.label,
            iops);
        results
            .computeIfAbsent(contender, c -> new EnumMap<>(Pattern.class))
            .computeIfAbsent(pattern, p -> new ArrayList<>())
            .add(iops);
      }
    } finally {
      stopServer(server);
      running = null;
    }
  }

  /** Also when the measurement is interrupted. */
  private static void stopServer(@Nullable Process server) {
    if (server == null) {
      return;
    }
    server.destroy();
    try {
      if (!server.waitFor(10, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitSocket(Contender contender, Process server)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_NANOS;
    while (!Files.exists(contender.socket())) {
      if (!server.isAlive() || System.nanoTime() > deadline) {
        throw new IOException(contender.label() + " did not start");
      }
      Thread.sleep(20);
    }
    Thread.sleep(200);
  }

  private static JsonNode fio(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("fio failed: " + said.lines().findFirst().orElse(""));
    }
    return JSON.readTree(said.substring(said.indexOf('{'))).path("jobs").path(0);
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin").split(":"))
        .anyMatch(part -> Files.isExecutable(Path.of(part, program)));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private double median(Contender contender, Pattern pattern) {
    List<Double> sorted =
        results.getOrDefault(contender, Map.of()).getOrDefault(pattern, List.of()).stream()
            .sorted()
            .toList();
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
  }

  private OptionalDouble ratio(Contender contender, Pattern pattern) {
    return results.keySet().stream()
        .filter(other -> other.label().equals(contender.baseline()))
        .mapToDouble(other -> median(contender, pattern) / median(other, pattern))
        .findFirst();
  }

  private boolean isMet(Contender contender, Pattern pattern) {
    OptionalDouble bar = Bar.of(contender.label(), pattern);
    OptionalDouble ratio = ratio(contender, pattern);
    return bar.isEmpty() || ratio.isEmpty() || ratio.getAsDouble() >= bar.getAsDouble();
  }

  private boolean allMet() {
    return results.keySet().stream()
        .allMatch(c -> Stream.of(Pattern.values()).allMatch(p -> isMet(c, p)));
  }

  private int printTable() {
    System.out.printf(Locale.ROOT, "%nscheduler, ns per I/O at 1, 100, 10,000 sessions%n");
    for (DisciplineSpec.Kind kind : DisciplineSpec.Kind.values()) {
      System.out.printf(
          Locale.ROOT,
          "  %-24s %6.0f %6.0f %6.0f%n",
          kind.label(),
          SchedulerCost.nanosPerIo(kind, 1),
          SchedulerCost.nanosPerIo(kind, 100),
          SchedulerCost.nanosPerIo(kind, 10_000));
    }
    for (Pattern pattern : Pattern.values()) {
      System.out.printf(Locale.ROOT, "%n%s%n", pattern.label);
      for (Contender contender : results.keySet()) {
        OptionalDouble ratio = ratio(contender, pattern);
        OptionalDouble bar = Bar.of(contender.label(), pattern);
        System.out.printf(
            Locale.ROOT,
            "  %-24s %,10.0f IOPS  %s%s%n",
            contender.label(),
            median(contender, pattern),
            ratio.isEmpty()
                ? ""
                : String.format(
                    Locale.ROOT, "%.2f x %s", ratio.getAsDouble(), contender.baseline()),
            bar.isEmpty()
                ? ""
                : String.format(
                    Locale.ROOT,
                    ", bar %.2f: %s",
                    bar.getAsDouble(),
                    isMet(contender, pattern) ? "met" : "NOT MET"));
      }
    }
    return allMet() ? 0 : NOT_MET;
  }

  private int printJson() {
    ObjectNode root = JSON.createObjectNode();
    root.put("seconds", seconds).put("rounds", rounds).put("met", allMet());
    ArrayNode costs = root.putArray("schedulerNanosPerIo");
    for (DisciplineSpec.Kind kind : DisciplineSpec.Kind.values()) {
      ObjectNode cost = costs.addObject().put("discipline", kind.label());
      for (int sessions : new int[] {1, 100, 10_000}) {
        cost.put(Integer.toString(sessions), SchedulerCost.nanosPerIo(kind, sessions));
      }
    }
    ArrayNode rows = root.putArray("results");
    for (Contender contender : results.keySet()) {
      for (Pattern pattern : Pattern.values()) {
        ObjectNode row = rows.addObject().put("server", contender.label());
        row.put("pattern", pattern.label).put("medianIops", median(contender, pattern));
        row.put("baseline", contender.baseline());
        ratio(contender, pattern).ifPresent(ratio -> row.put("ratio", ratio));
        Bar.of(contender.label(), pattern).ifPresent(bar -> row.put("bar", bar));
        row.put("met", isMet(contender, pattern));
      }
    }
    System.out.println(root.toPrettyString());
    return allMet() ? 0 : NOT_MET;
  }
}
