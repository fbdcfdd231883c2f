package io.oasis.adapter.targets.qmp;

import io.oasis.brick.client.wire.HungException;
import io.oasis.brick.client.wire.JsonLink;
import io.oasis.brick.client.wire.RefusedException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One conversation with a monitor: greeting, capabilities, then commands one at a time. */
public final class QmpSession implements AutoCloseable {
  /** A command waits for requests under way to drain, such as when a node changes its group. */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Path socket;
  private final JsonLink link;
  private long lastId;

  private QmpSession(Path socket, JsonLink link) {
    this.socket = socket;
    this.link = link;
  }

  public static QmpSession open(Path socket) throws IOException {
    QmpSession session =
        new QmpSession(socket, JsonLink.open(UnixDomainSocketAddress.of(socket), PATIENCE));
    try {
      session.greet();
      return session;
    } catch (IOException e) {
      session.close();
      throw e;
    }
  }

  private void greet() throws IOException {
    try {
      if (!link.receive().has("QMP")) {
        throw new IOException("no monitor of QEMU listens at " + socket);
      }
    } catch (HungException e) {
      throw new HungException(
          socket
              + " does not greet: QEMU hangs, or another client has this monitor; give Oasis a"
              + " monitor of its own");
    }
    ask("qmp_capabilities", JsonLink.object());
  }

  public JsonNode ask(String command) throws IOException {
    return ask(command, JsonLink.object());
  }

  /** Gives what the command returns; events that come meanwhile are left out. */
  public JsonNode ask(String command, ObjectNode arguments) throws IOException {
    lastId++;
    ObjectNode request = JsonLink.object().put("execute", command).put("id", lastId);
    request.set("arguments", arguments);
    link.again();
    link.send(request);
    while (true) {
      JsonNode answer = link.receive();
      if (answer.path("id").asLong(0) != lastId) {
        continue;
      }
      JsonNode error = answer.path("error");
      if (!error.isMissingNode()) {
        throw new RefusedException(
            error.path("class").asString(""),
            "%s refuses %s: %s".formatted(socket, command, error.path("desc").asString("")));
      }
      return answer.path("return");
    }
  }

  @Override
  public void close() {
    link.close();
  }
}
