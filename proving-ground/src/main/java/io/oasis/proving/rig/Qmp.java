package io.oasis.proving.rig;

import io.oasis.adapter.targets.qmp.QmpSession;
import io.oasis.brick.client.wire.JsonLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The control sockets of QEMU's storage daemon. */
final class Qmp {
  private Qmp() {}

  /** The daemon's options for such a socket. */
  static List<String> server(String name, Path socket) {
    return List.of(
        "--chardev",
        "socket,id=" + name + ",path=" + socket + ",server=on,wait=off",
        "--monitor",
        "chardev=" + name);
  }

  /** Sets what a throttle group lets pass; in force within 250 ms. */
  static void limit(Path socket, String group, double iops) {
    ObjectNode set = JsonLink.object().put("path", "/objects/" + group).put("property", "limits");
    set.putObject("value").put("iops-total", Math.round(iops));
    try (QmpSession daemon = QmpSession.open(socket)) {
      daemon.ask("qom-set", set);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
