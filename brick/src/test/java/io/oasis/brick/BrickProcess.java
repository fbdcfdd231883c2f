package io.oasis.brick;

import io.oasis.brick.nbd.NbdClient;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;

/** A brick in a process of its own, so that it can be killed, stopped and measured. */
public final class BrickProcess implements AutoCloseable {
  private final Path directory;
  private final Process process;

  /**
   * @param directory for its sockets and what it says
   * @param jvmFlags divided by spaces
   * @param options of the brick besides its sockets
   */
  public BrickProcess(Path directory, String jvmFlags, List<String> options) throws IOException {
    this.directory = directory;
    Files.deleteIfExists(socket());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of(jvmFlags.split(" ")));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), BrickMain.class.getName()));
    command.addAll(List.of("--listen", "unix:" + socket(), "--control", control().toString()));
    command.addAll(options);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log().toFile())
            .start();
  }

  private Path socket() {
    return directory.resolve("brick.sock");
  }

  private Path log() {
    return directory.resolve("brick.log");
  }

  public Path control() {
    return directory.resolve("brick.control");
  }

  public SocketAddress address() {
    return UnixDomainSocketAddress.of(socket());
  }

  public Process process() {
    return process;
  }

  /** A connection to an export, as soon as the brick serves it. */
  public NbdClient connect(String export) throws Exception {
    try {
      return Await.success(process, () -> NbdClient.open(address(), export, true));
    } catch (ConditionTimeoutException | TerminalFailureException e) {
      throw new IOException("the brick does not serve; it said: " + Files.readString(log()), e);
    }
  }

  /** Kills it. */
  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
