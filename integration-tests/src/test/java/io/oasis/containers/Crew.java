package io.oasis.containers;

import io.oasis.proving.rig.Command;
import io.oasis.proving.rig.Janitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Services as processes of this host, each started by the launcher of a release. */
final class Crew implements AutoCloseable {
  /** More than a service needs to let go of its limits and to leave its Kafka groups. */
  private static final Duration END = Duration.ofSeconds(60);

  private final Janitor janitor;
  private final Path logs;
  private final Map<String, List<String>> words = new LinkedHashMap<>();
  private final Map<String, Process> processes = new LinkedHashMap<>();

  Crew(Janitor janitor, Path logs) {
    this.janitor = janitor;
    this.logs = logs;
  }

  /**
   * @param command of the launcher, with its options
   */
  void start(String name, Release release, List<String> command) {
    words.put(name, List.copyOf(command));
    startAgain(name, release);
  }

  /** With the words that it was started with before. */
  void startAgain(String name, Release release) {
    List<String> command = new ArrayList<>(List.of(release.launcher().toString()));
    command.addAll(Optional.ofNullable(words.get(name)).orElseThrow());
    try {
      Files.createDirectories(logs);
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(logOf(name).toFile()))
              .start();
      janitor.process(process.pid());
      processes.put(name, process);
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As systemd does; returns when it is gone. */
  void stop(String name) {
    Command.end(process(name), END);
  }

  /** As {@code kill -9}; returns when it is gone. */
  void kill(String name) {
    process(name).destroyForcibly().onExit().join();
  }

  boolean isAlive(String name) {
    return process(name).isAlive();
  }

  /** What it said, under all releases. */
  String log(String name) {
    try {
      return Files.readString(logOf(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path logOf(String name) {
    return logs.resolve(name + ".log");
  }

  private Process process(String name) {
    return Optional.ofNullable(processes.get(name)).orElseThrow();
  }

  /** The last started first. */
  @Override
  public void close() {
    List.copyOf(processes.keySet()).reversed().forEach(this::stop);
  }
}
