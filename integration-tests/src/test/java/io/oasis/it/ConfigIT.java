package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows that every service and command answers a wrong option with exit code 2 and one line that
 * names the key, before it does anything.
 */
@Tag("slow")
class ConfigIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory = Path.of("");

  static Stream<Arguments> wrong() {
    return Stream.of(
        refused("bootstrap", "manager --bootstrap nowhere"),
        refused("http-port", "manager --http-port 70000"),
        refused("lease-ms", "manager --interval-ms 1000 --lease-ms 1500"),
        refused("initial-mode", "manager --initial-mode ENFORCE"),
        refused("policy", "manager --policy greedy"),
        refused("partitions", "manager --partitions none"),
        refused("state-dri", "manager --state-dri DIR"),
        refused("interval-ms", "manager --config FILE"),
        refused("bootstrap", "agent --bootstrap 127.0.0.1"),
        refused("interval-ms", "agent --interval-ms 5"),
        refused("metrics-port", "agent --metrics-port -1"),
        refused("root", "agent --root DIR/missing"),
        refused("host", "agent --host a|b"),
        refused("interval-ms", "agent --config FILE"),
        refused("kafka-config", "agent --kafka-config DIR/missing.properties"),
        refused("bootstrap", "adapter --bootstrap :1"),
        refused("lease-ms", "adapter --lease-ms 10"),
        refused("target", "adapter --target tape"),
        refused("target", "adapter --target"),
        refused("interval-ms", "adapter --config FILE"),
        refused("config", "adapter --config DIR/missing.yaml"),
        refused("--port", "broker --port 0 --data-dir DIR"),
        refused("--http-port", "up --http-port many --data-dir DIR"),
        refused("--http-port", "up --http-port 99999 --data-dir DIR"),
        refused("--interval-ms", "up --interval-ms 1 --data-dir DIR"),
        refused("--lease-ms", "up --lease-ms 5 --data-dir DIR"),
        refused("--enforce", "up --no-adapter --enforce disk:a --data-dir DIR"),
        refused("--depths", "demo --depths 0"),
        refused("--capacity-iops", "demo --capacity-iops 1"),
        refused("--stop-after", "demo --stop-after nobody=3"),
        refused("--url", "top --url localhost:1"),
        refused("--url", "explain --url localhost:1 q"),
        refused("--data-dri", "release --data-dri DIR"),
        refused("no-such-command", "no-such-command"));
  }

  private static Arguments refused(String key, String commandLine) {
    return Arguments.of(key, commandLine);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("wrong")
  void isRefusedInOneLineThatNamesTheKey(String key, String commandLine)
      throws IOException, InterruptedException {
    Path file = directory.resolve("wrong.yaml");
    Files.writeString(file, "interval-ms: often\n");
    List<String> command = new ArrayList<>(List.of(DemoProcess.launcher().toString()));
    Arrays.stream(commandLine.split(" ", -1))
        .map(word -> word.replace("DIR", directory.toString()).replace("FILE", file.toString()))
        .forEach(command::add);
    Path told = directory.resolve("told");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(told.toFile())
            .start();
    process.getOutputStream().close();
    // What is right after all would run for ever.
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly().waitFor();
    }
    String said = Files.readString(told);
    int code = process.exitValue();
    assertThat(code).as("exit code of %s, which said: %s", commandLine, said).isEqualTo(2);
    String first = said.lines().findFirst().orElse("");
    assertThat(first).as("first line of %s", commandLine).contains(key);
    assertThat(said.lines().filter(line -> line.contains("\tat ") || line.contains("Exception")))
        .as("no stack trace")
        .isEmpty();
  }
}
