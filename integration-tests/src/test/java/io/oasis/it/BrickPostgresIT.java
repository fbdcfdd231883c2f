package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabBrick;
import io.oasis.proving.rig.NbdDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that ext4 and PostgreSQL on a block device over a brick lose nothing that was committed
 * when the brick is killed with SIGKILL in mid-load and started again, with write-through and with
 * write-back: the file system and all checksums are clean, and the database adds up.
 */
@Tag("slow")
class BrickPostgresIT {
  private static final Path DISK = Path.of("/var/tmp");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** So many are acknowledged, as pgbench's log has it, before the brick is killed. */
  private static final long TRANSACTIONS = 2_000;

  private Path programs = Path.of("");
  private Path fsck = Path.of("");
  private Janitor janitor;
  private Path mount = Path.of("");
  private Path sockets = Path.of("");

  @BeforeEach
  void prepare() throws IOException {
    Needs.lab();
    programs = Needs.postgres();
    Needs.program("postgresql-contrib", programs.resolve("pgbench").toString());
    Needs.program("libnbd-bin", "/usr/bin/nbdfuse");
    fsck = Needs.program("e2fsprogs", "/usr/sbin/e2fsck", "/sbin/e2fsck");
    Janitor.sweep(DISK);
    janitor = Janitor.start(DISK);
    Files.setPosixFilePermissions(
        janitor.directory(), PosixFilePermissions.fromString("rwx--x--x"));
    mount = Files.createDirectory(janitor.directory().resolve("mnt"));
    janitor.filesystem(mount);
    sockets = Files.createDirectory(janitor.directory().resolve("sockets"));
  }

  @AfterEach
  void cleanUp() {
    if (janitor != null) {
      janitor.close();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasCommittedSurvivesKillMinusNine(boolean writeBack)
      throws IOException, InterruptedException {
    try (LabBrick brick = LabBrick.start(janitor, 96, options(writeBack))) {
      long committed;
      try (NbdDevice device = NbdDevice.attach(janitor, "first", brick.uri("e"))) {
        Postgres.run("mkfs.ext4", "-q", "-F", device.device());
        Postgres.run("mount", device.device(), mount.toString());
        makeDatabase();
        Process server = startServer();
        Postgres.run(pgbench("-i", "-q", "-s", "2"));
        committed = killInMidLoad(brick, server);
        // Processes of PostgreSQL that were killed in mid-I/O hold on until it has failed.
        boolean unmounted =
            Wait.until(PATIENCE, () -> exit(List.of("umount", mount.toString())) == 0);
        assertThat(unmounted).as("unmounted").isTrue();
      }
      assertThat(Wait.until(PATIENCE, brick::answers)).as("it is started again").isTrue();
      try (NbdDevice device = NbdDevice.attach(janitor, "second", brick.uri("e"))) {
        assertThat(exit(List.of(fsck.toString(), "-p", device.device()))).isLessThanOrEqualTo(1);
        Postgres.run(fsck.toString(), "-f", "-n", device.device());
        Postgres.run("mount", device.device(), mount.toString());
        checkDatabase(committed);
        Postgres.run("umount", mount.toString());
        Postgres.run(fsck.toString(), "-f", "-n", device.device());
      }
    }
  }

  private List<String> options(boolean writeBack) {
    return List.of(
        "--volume.v.size", "256M",
        "--volume.v.file", janitor.directory().resolve("volume").toString(),
        "--export.e.volume", "v",
        "--export.e.cache-bytes", "32M",
        "--device.main.cache-bytes", "32M",
        "--device.main.write-back", Boolean.toString(writeBack));
  }

  private void makeDatabase() throws IOException, InterruptedException {
    Path data = Files.createDirectory(mount.resolve("data"));
    Postgres.run("chown", "postgres:", data.toString(), sockets.toString());
    Postgres.run(
        as("initdb", "--data-checksums", "--wal-segsize=4", "--auth=trust", "-D", data.toString()));
  }

  private Process startServer() throws IOException {
    Path log = Files.createTempFile(janitor.directory(), "postgres", ".log");
    List<String> command = as("postgres", "-D", mount.resolve("data").toString());
    command.addAll(List.of("-k", sockets.toString(), "-c", "listen_addresses="));
    command.addAll(List.of("-c", "shared_buffers=2MB", "-c", "max_wal_size=32MB"));
    command.addAll(List.of("-c", "min_wal_size=16MB", "-c", "checkpoint_timeout=30s"));
    Process server =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    janitor.service(server.pid());
    boolean ready =
        Wait.until(
            PATIENCE,
            () -> exit(as("pg_isready", "-q", "-h", sockets.toString())) == 0 || !server.isAlive());
    assertThat(ready && server.isAlive()).as(Files.readString(log)).isTrue();
    return server;
  }

  /** Gives the number of transactions that were acknowledged. */
  private long killInMidLoad(LabBrick brick, Process server)
      throws IOException, InterruptedException {
    Path prefix = sockets.resolve("transactions");
    Process load =
        new ProcessBuilder(pgbench("-n", "-c", "4", "-T", "600", "-l", "--log-prefix=" + prefix))
            .redirectErrorStream(true)
            .redirectOutput(janitor.directory().resolve("pgbench.log").toFile())
            .start();
    assertThat(Wait.until(PATIENCE, () -> acknowledged() >= TRANSACTIONS)).isTrue();
    Postgres.run("kill", "-KILL", Long.toString(brick.pid().orElseThrow()));
    // The database stands on a device that is gone: it is killed like the machine it is on.
    server.descendants().forEach(ProcessHandle::destroyForcibly);
    server.destroyForcibly().waitFor();
    assertThat(load.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    return acknowledged();
  }

  /** Transactions, by pgbench's log. */
  private long acknowledged() {
    long acknowledged = 0;
    try (var logs = Files.newDirectoryStream(sockets, "transactions*")) {
      for (Path file : logs) {
        acknowledged += Files.readAllLines(file).size();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return acknowledged;
  }

  private void checkDatabase(long committed) throws IOException, InterruptedException {
    Process server = startServer();
    String sums =
        Postgres.run(
            as(
                "psql",
                "-h",
                sockets.toString(),
                "-At",
                "-c",
                "select (select count(*) from pgbench_history),"
                    + " (select coalesce(sum(delta), 0) from pgbench_history),"
                    + " (select sum(abalance) from pgbench_accounts),"
                    + " (select sum(bbalance) from pgbench_branches),"
                    + " (select sum(tbalance) from pgbench_tellers)",
                "postgres"));
    System.out.println("acknowledged " + committed + "; found " + sums.strip());
    String[] values = sums.strip().split("\\|");
    assertThat(Long.parseLong(values[0])).as("transactions").isGreaterThanOrEqualTo(committed);
    assertThat(values[2]).as("accounts").isEqualTo(values[1]);
    assertThat(values[3]).as("branches").isEqualTo(values[1]);
    assertThat(values[4]).as("tellers").isEqualTo(values[1]);
    Postgres.run("kill", "-INT", Long.toString(server.pid()));
    assertThat(server.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    Postgres.run(as("pg_checksums", "--check", "-D", mount.resolve("data").toString()));
  }

  private List<String> pgbench(String... options) {
    List<String> command = as("pgbench", "-h", sockets.toString());
    command.addAll(List.of(options));
    command.add("postgres");
    return command;
  }

  private List<String> as(String program, String... options) {
    return Postgres.as(programs.resolve(program), options);
  }

  private static int exit(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor();
    } catch (IOException e) {
      return Integer.MAX_VALUE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Integer.MAX_VALUE;
    }
  }
}
