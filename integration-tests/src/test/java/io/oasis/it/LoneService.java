package io.oasis.it;

import io.oasis.distribution.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A service that is started by itself, as a user does, and what it says. */
final class LoneService implements AutoCloseable {
  private final Process process;
  private final Path told;

  private LoneService(Process process, Path told) {
    this.process = process;
    this.told = told;
  }

  /**
   * @param before what starts the launcher; empty: nothing does
   * @param commandLine in which {@code DIR} stands for the directory
   * @param broker where it looks for one
   */
  static LoneService start(Path directory, List<String> before, String commandLine, String broker)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(DemoProcess.launcher().toString());
    Arrays.stream(commandLine.split(" ", -1))
        .map(word -> word.replace("DIR", directory.toString()))
        .forEach(command::add);
    command.addAll(List.of("--bootstrap", broker));
    Path told = directory.resolve("told");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(told.toFile()).start();
    process.getOutputStream().close();
    return new LoneService(process, told);
  }

  /** Where there is nobody. */
  static LoneService start(Path directory, List<String> before, String commandLine)
      throws IOException {
    return start(directory, before, commandLine, "127.0.0.1:" + Ports.free());
  }

  /** The launcher becomes the service; what was before it stays. */
  Process process() {
    return process;
  }

  String told() {
    try {
      return Files.readString(told);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills it and waits until it has gone. */
  @Override
  public void close() {
    List<ProcessHandle> others = process.descendants().toList();
    others.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
    others.forEach(each -> each.onExit().join());
  }
}
