package io.oasis.it;

import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Debian's PostgreSQL in a cgroup of its own, with its data on ext4 on the site's device. */
final class Postgres implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Rows of pgbench's accounts, in units of 100,000: some 75 MiB. */
  private static final int SCALE = 5;

  /** As far below the data as possible, so that reads reach the device. */
  private static final List<String> SETTINGS =
      List.of(
          "listen_addresses=",
          "shared_buffers=2MB",
          "max_wal_size=64MB",
          "min_wal_size=32MB",
          "checkpoint_timeout=30s",
          "checkpoint_completion_target=0.5",
          "bgwriter_delay=100ms");

  private final Path programs;
  private final Site site;
  private final Path mount;
  private final Path sockets;
  private final Path log;
  private @Nullable Process server;

  /**
   * What pgbench says.
   *
   * @param failed transactions
   */
  record Bench(long transactions, long failed, double meanMillis, double longestMillis) {}

  private Postgres(Path programs, Site site, Path mount, Path sockets, Path log) {
    this.programs = programs;
    this.site = site;
    this.mount = mount;
    this.sockets = sockets;
    this.log = log;
  }

  static Postgres start(Path programs, Site site) throws IOException, InterruptedException {
    Path directory = site.janitor().directory();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    Path mount = Files.createDirectory(directory.resolve("mnt"));
    Path sockets = Files.createDirectory(directory.resolve("sockets"));
    run("mkfs.ext4", "-q", "-F", site.lun().device());
    site.janitor().filesystem(mount);
    run("mount", site.lun().device(), mount.toString());
    Path data = Files.createDirectory(mount.resolve("data"));
    run("chown", "postgres:", data.toString(), sockets.toString());
    run(
        as(
            programs.resolve("initdb"),
            "--no-sync",
            "--wal-segsize=4",
            "--auth=trust",
            "-D",
            data.toString()));
    Postgres postgres =
        new Postgres(programs, site, mount, sockets, directory.resolve("postgres.log"));
    postgres.startServer();
    return postgres;
  }

  /** Makes pgbench's tables. */
  void fill() throws IOException, InterruptedException {
    run(pgbench("-i", "-q", "-s", Integer.toString(SCALE)));
    // Mounted anew, its pages are read from the device, not from memory.
    stopServer();
    run("umount", mount.toString());
    run("mount", site.lun().device(), mount.toString());
    startServer();
  }

  Bench bench(int clients, int seconds) throws IOException, InterruptedException {
    Path prefix = sockets.resolve("transactions");
    String said =
        run(
            pgbench(
                "-c",
                Integer.toString(clients),
                "-j",
                "2",
                "-T",
                Integer.toString(seconds),
                "-l",
                "--log-prefix=" + prefix));
    double longest = 0;
    double sum = 0;
    long count = 0;
    try (var logs = Files.newDirectoryStream(sockets, "transactions*")) {
      for (Path file : logs) {
        for (String line : Files.readAllLines(file)) {
          double millis = Double.parseDouble(line.split(" ", -1)[2]) / 1_000;
          longest = Math.max(longest, millis);
          sum += millis;
          count++;
        }
      }
    }
    return new Bench(count, number(said, "number of failed transactions: "), sum / count, longest);
  }

  /** Lines of the server's log that speak of trouble. */
  List<String> complaints() {
    return text().lines().filter(line -> line.matches(".*(WARNING|ERROR|FATAL|PANIC):.*")).toList();
  }

  boolean alive() {
    Process present = server;
    return present != null && present.isAlive();
  }

  @Override
  public void close() {
    try {
      stopServer();
      run("umount", mount.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void startServer() throws IOException {
    List<String> command =
        as(
            programs.resolve("postgres"),
            "-D",
            mount.resolve("data").toString(),
            "-k",
            sockets.toString());
    for (String setting : SETTINGS) {
      command.addAll(List.of("-c", setting));
    }
    Process started =
        new ProcessBuilder(site.cgroup("postgres").inside(command))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    server = started;
    site.janitor().service(started.pid());
    if (!Wait.until(PATIENCE, () -> text().contains("ready to accept connections"))) {
      throw new AssertionError("PostgreSQL does not start: " + text());
    }
  }

  private void stopServer() throws IOException, InterruptedException {
    Process present = server;
    if (present != null) {
      // SIGINT is PostgreSQL's fast shutdown.
      run("kill", "-INT", Long.toString(present.pid()));
      present.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private List<String> pgbench(String... options) {
    List<String> command = as(programs.resolve("pgbench"), "-h", sockets.toString());
    command.addAll(List.of(options));
    command.add("postgres");
    return command;
  }

  /** A command as the user that PostgreSQL insists on. */
  static List<String> as(Path program, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=postgres",
                "--regid=postgres",
                "--init-groups",
                program.toString()));
    command.addAll(List.of(options));
    return command;
  }

  private String text() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long number(String text, String before) {
    int start = text.indexOf(before);
    if (start < 0) {
      return 0;
    }
    String rest = text.substring(start + before.length());
    return Long.parseLong(rest.split("\\D", 2)[0]);
  }

  static String run(String... command) throws IOException, InterruptedException {
    return run(List.of(command));
  }

  static String run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(String.join(" ", command) + " failed: " + said);
    }
    return said;
  }
}
