package io.oasis.proving.rig;

import io.oasis.adapter.targets.BrickTarget;
import io.oasis.adapter.targets.TargetException;
import io.oasis.brick.client.BrickClient;
import io.oasis.brick.client.BrickReading;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.DataDirectory;
import io.oasis.distribution.process.JvmService;
import io.oasis.distribution.process.Supervisor;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A brick, a process of its own, on Unix sockets in a private directory. */
public final class LabBrick implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  /** The kernel's longest for a Unix socket, its terminating zero left out. */
  private static final int MOST_PATH_BYTES = 107;

  private final DataDirectory data;
  private final Supervisor supervisor;
  private final Path control;
  private final Path socket;

  private LabBrick(DataDirectory data) {
    this.data = data;
    supervisor = Supervisor.restarting(data, _ -> {});
    control = data.root().resolve("control");
    socket = data.root().resolve("nbd");
  }

  /**
   * Starts a brick and waits until it answers.
   *
   * @param heapMiB that its process may take besides its volumes
   * @param options of {@code oasis brick}, without sockets
   */
  public static LabBrick start(Janitor janitor, int heapMiB, List<String> options) {
    return start(janitor, "brick", heapMiB, options);
  }

  /** The same with a name of its own among several. */
  public static LabBrick start(Janitor janitor, String name, int heapMiB, List<String> options) {
    LabBrick brick = new LabBrick(DataDirectory.open(janitor.directory().resolve(name)));
    try {
      if (brick.control.toString().length() > MOST_PATH_BYTES) {
        throw new MissingException(
            "the path " + brick.control + " is too long for a socket: give another --work-dir");
      }
      List<String> arguments =
          new ArrayList<>(
              List.of("--listen", "unix:" + brick.socket, "--control", brick.control.toString()));
      arguments.addAll(options);
      List<String> small = List.of("-Xmx" + heapMiB + "m", "-XX:TieredStopAtLevel=1");
      janitor.service(
          brick.supervisor.start(new JvmService("brick", "brick", small, arguments, Map.of())));
      if (!Wait.until(START, brick::answers)) {
        throw new MissingException(
            "the brick does not start; it said: " + brick.supervisor.lastWords("brick"));
      }
      return brick;
    } catch (RuntimeException e) {
      brick.close();
      throw e;
    }
  }

  /** Whether it can be asked; one that was killed is started again. */
  public boolean answers() {
    try {
      reading();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** All that it counts. */
  public BrickReading reading() throws IOException {
    try (BrickClient client = new BrickClient(control)) {
      return BrickReading.of(client);
    }
  }

  /** Its control socket. */
  public Path control() {
    return control;
  }

  /** What clients of other makers call an export. */
  public String uri(String export) {
    return "nbd+unix:///" + export + "?socket=" + socket;
  }

  /** Its process; absent while it is not running. */
  public OptionalLong pid() {
    return supervisor.pid("brick");
  }

  /** Where clients connect. */
  public SocketAddress address() {
    return UnixDomainSocketAddress.of(socket);
  }

  /** Exports with a limit in force. */
  public List<String> limits() {
    try {
      return new BrickTarget(List.of(control), Duration.ZERO)
          .discover().stream().map(Object::toString).toList();
    } catch (TargetException e) {
      return List.of("not known: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    supervisor.close();
    data.close();
  }
}
