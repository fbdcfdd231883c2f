package io.oasis.bench;

import io.oasis.it.Needs;
import java.io.IOException;
import java.nio.file.Path;

/** Debian's exporter of a host's figures, which others are measured beside. */
public final class NodeExporter {
  private static final Path PROGRAM = Path.of("/usr/bin/prometheus-node-exporter");

  private NodeExporter() {}

  /** Skips the test where it is not installed. */
  public static void needed() {
    Needs.program("prometheus-node-exporter", PROGRAM.toString());
  }

  /** Starts it; it answers at this port of the loopback address. */
  public static Process start(int port) throws IOException {
    return new ProcessBuilder(PROGRAM.toString(), "--web.listen-address=127.0.0.1:" + port)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
