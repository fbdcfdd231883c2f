package io.oasis.brick;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A brick on a Unix socket in a directory of the test, with one export {@code e} unless told. */
public final class BrickFixture implements AutoCloseable {
  public final Brick brick;
  public final SocketAddress address;
  public final Path socket;

  public BrickFixture(Path directory, Map<String, String> more) throws IOException {
    socket = directory.resolve("nbd.sock");
    Map<String, String> values = new HashMap<>();
    values.put("listen", "unix:" + socket);
    values.put("volume.v.size", "8M");
    values.put("export.e.volume", "v");
    values.putAll(more);
    values.values().removeIf(String::isEmpty);
    brick = Brick.start(new BrickComponent().configuration(values));
    address = brick.addresses().get(0);
  }

  public String uri(String export) {
    return "nbd+unix:///" + export + "?socket=" + socket;
  }

  @Override
  public void close() throws IOException {
    brick.close();
  }
}
