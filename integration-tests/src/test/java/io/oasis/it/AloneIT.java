package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that a service that is started by itself, with no broker anywhere, stays up, says whom it
 * waits for, and ends when it is told to.
 */
@Tag("slow")
class AloneIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"manager --http-port 0 --state-dir DIR", "agent --metrics-port 0"})
  void waitsForItsBrokerAndSaysSo(String commandLine) throws Exception {
    String broker = "127.0.0.1:" + Ports.free();
    Path told = directory.resolve("told");
    List<String> command = new ArrayList<>(List.of(DemoProcess.launcher().toString()));
    Arrays.stream(commandLine.split(" ", -1))
        .map(word -> word.replace("DIR", directory.resolve("state").toString()))
        .forEach(command::add);
    command.addAll(List.of("--bootstrap", broker));
    Process service =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(told.toFile()).start();
    try {
      service.getOutputStream().close();
      Wait.until(
          PATIENCE, () -> !service.isAlive() || read(told).contains(broker + " does not answer"));
      assertThat(service.isAlive()).as("it is up; it said: %s", read(told)).isTrue();
      assertThat(read(told)).contains(broker + " does not answer");

      service.destroy();

      assertThat(service.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      service.descendants().forEach(ProcessHandle::destroyForcibly);
      service.destroyForcibly();
    }
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
