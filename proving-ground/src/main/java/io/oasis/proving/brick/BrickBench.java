package io.oasis.proving.brick;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.Range;
import io.oasis.distribution.process.Trees;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The brick beside others of its kind: see the package. */
@Command(
    name = "brick",
    description = "Put the brick beside nbdkit, nbd-server and qemu-nbd.",
    mixinStandardHelpOptions = true)
public final class BrickBench implements Callable<Integer> {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int BYTES = 256 << 20;
  private static final int NOT_MET = 1;
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final Duration STOP = Duration.ofSeconds(10);
  private static final long RAMP_MILLIS = 1_000;
  private static final long MARGIN_MILLIS = 300;

  @Option(
      names = "--seconds",
      description = "Of one measurement, 1 to 9999 (default: ${DEFAULT-VALUE}).")
  private int seconds = 3;

  @Option(names = "--rounds", description = "How often, 1 to 9999 (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(
      names = "--only",
      paramLabel = "TEXT,...",
      description = "Only what has this in its name.")
  private String only = "";

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private volatile @Nullable Process running;
  private final PrintStream progress = System.err;
  private final Results results = new Results();

  @Override
  public Integer call() throws InterruptedException {
    Range.check("--seconds", seconds, 1, 9_999);
    Range.check("--rounds", rounds, 1, 9_999);
    try {
      return measure();
    } catch (IOException e) {
      throw new MissingException(String.valueOf(e.getMessage()), e);
    }
  }

  private int measure() throws IOException, InterruptedException {
    if (!io.oasis.proving.rig.Command.exists("fio")) {
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
      Trees.erase(directory);
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
    if (!contender.program().equals("java")
        && !io.oasis.proving.rig.Command.exists(contender.program())) {
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
      fill(contender);
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

  /** Writes all of it once, so that nothing is read that was never written. */
  private static void fill(Contender contender) throws IOException, InterruptedException {
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
    io.oasis.proving.rig.Command.end(server, STOP);
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
}
