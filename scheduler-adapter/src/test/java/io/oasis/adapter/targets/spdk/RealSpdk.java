package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.junit.jupiter.api.Assumptions;

/**
 * A process of {@code spdk_tgt}: the one that the environment's {@code SPDK_TGT} names, or the one
 * on the path.
 */
final class RealSpdk implements AutoCloseable {
  private final Path directory;
  private final Process process;

  private RealSpdk(Path directory, Process process) {
    this.directory = directory;
    this.process = process;
  }

  /** Skips the test where there is none. */
  static RealSpdk start() throws Exception {
    Optional<Path> program = program();
    Assumptions.assumeTrue(program.isPresent(), "no spdk_tgt: name one in SPDK_TGT");
    Path directory = Files.createTempDirectory("oasis-spdk");
    Process process =
        new ProcessBuilder(
                program.get().toString(),
                "--no-huge",
                "-s",
                "1024",
                "-m",
                "0x1",
                "-r",
                directory.resolve("spdk.sock").toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("spdk.log").toFile())
            .start();
    RealSpdk started = new RealSpdk(directory, process);
    try (SpdkClient client = new SpdkClient(started.address())) {
      Eventually.succeeds(process, () -> client.ask("bdev_get_bdevs"));
    } catch (ConditionTimeoutException | TerminalFailureException e) {
      String log = Files.readString(directory.resolve("spdk.log"));
      started.close();
      throw new IOException("spdk_tgt does not answer: " + log, e);
    }
    return started;
  }

  private static Optional<Path> program() {
    return Stream.concat(
            Stream.ofNullable(System.getenv("SPDK_TGT")).map(Path::of),
            Arrays.stream(System.getenv("PATH").split(":"))
                .map(entry -> Path.of(entry, "spdk_tgt")))
        .filter(Files::isExecutable)
        .findFirst();
  }

  SpdkAddress address() {
    return new SpdkAddress(directory.resolve("spdk.sock").toString());
  }

  @Override
  public void close() throws Exception {
    process.destroyForcibly().waitFor();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
