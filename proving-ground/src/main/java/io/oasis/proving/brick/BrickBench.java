package io.oasis.proving.brick;

import io.oasis.configuration.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code oasis bench brick [--seconds N] [--rounds N] [--only TEXT,...] [--json]}: see the package.
 * Exit codes: 0 all bars met, 1 not all, 3 fio or the baseline is missing.
 */
public final class BrickBench {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int BYTES = 256 << 20;
  private static final int NOT_MET = 1;
  private static final int ENVIRONMENT = 3;
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long RAMP_MILLIS = 1_000;
  private static final long MARGIN_MILLIS = 300;

  private final double seconds;
  private final int rounds;
  private final String only;
  private volatile @Nullable Process running;
  private final PrintStream progress = System.err;
  private final Results results = new Results();

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
              throw new UsageException(
                  "argument", arguments[i], "known are --seconds, --rounds, --only and --json");
        }
      }
      return new BrickBench(seconds, rounds, only).measure(json);
    } catch (UsageException e) {
      System.err.println("oasis bench brick: " + e.getMessage());
      return UsageException.EXIT_CODE;
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
      throw new UsageException(arguments[i - 1], value, "must be a number from 1 to 9999");
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
          if (isWanted(contender)) {
            measure(contender, round);
          }
        }
      }
    } finally {
      delete(directory);
    }
    if (json) {
      results.printJson(System.out, seconds, rounds);
    } else {
      results.printTable(System.out);
    }
    return results.allMet() ? 0 : NOT_MET;
  }

  private boolean isWanted(Contender contender) {
    return contender.baseline().isEmpty()
        || Stream.of(only.split(",")).anyMatch(contender.label()::contains);
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
    Files.deleteIfExists(contender.socket());
    Process server =
        new ProcessBuilder(contender.commandLine())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    running = server;
    try {
      awaitSocket(contender, server);
      job(
          start(
              "fio",
              "--name=fill",
              "--ioengine=nbd",
              "--uri=" + contender.uri(),
              "--rw=write",
              "--bs=1M",
              "--size=" + BYTES,
              "--output-format=json"));
      for (Pattern pattern : Pattern.values()) {
        Measurement found = measure(server, contender, pattern);
        progress.printf(
            Locale.ROOT,
            "round %d  %-24s %-24s %,10.0f IOPS %7.2f us of CPU%n",
            round,
            contender.label(),
            pattern.label,
            found.iops(),
            found.cpuMicros());
        results.add(contender, pattern, found);
      }
    } finally {
      stopServer(server);
      running = null;
    }
  }

  /** Processor time is taken from when the load has surely begun until just before it ends. */
  private Measurement measure(Process server, Contender contender, Pattern pattern)
      throws IOException, InterruptedException {
    Process fio = new ProcessBuilder(pattern.fio(contender.uri(), BYTES, seconds)).start();
    Thread.sleep(RAMP_MILLIS + MARGIN_MILLIS);
    double cpuBefore = cpuMicros(server);
    long began = System.nanoTime();
    Thread.sleep(Math.max(1, (long) (1000 * seconds) - 2 * MARGIN_MILLIS));
    double cpu = cpuMicros(server) - cpuBefore;
    double elapsed = (System.nanoTime() - began) / 1e9;
    double iops = job(fio).path("read").path("iops").asDouble();
    return new Measurement(iops, cpu / elapsed / iops);
  }

  private static double cpuMicros(Process server) {
    return Stream.concat(Stream.of(server.toHandle()), server.descendants())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToDouble(spent -> spent.toNanos() / 1e3)
        .sum();
  }

  /** Also when the measurement is interrupted. */
  private static void stopServer(@Nullable Process server) {
    if (server == null) {
      return;
    }
    List<ProcessHandle> children = server.descendants().toList();
    server.destroy();
    children.forEach(ProcessHandle::destroy);
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

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command).start();
  }

  private static JsonNode job(Process process) throws IOException, InterruptedException {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String complaint = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("fio failed: " + complaint.strip());
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
}
