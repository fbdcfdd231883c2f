package io.oasis.proving.rig;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** One connection to the control socket of QEMU's storage daemon: a JSON object per line. */
final class Qmp implements AutoCloseable {
  private final SocketChannel channel;
  private final BufferedReader answers;

  Qmp(Path socket) throws IOException {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    answers =
        new BufferedReader(
            new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
    answers.readLine(); // the greeting
    execute("{\"execute\":\"qmp_capabilities\"}");
  }

  /** Sends a command and waits for its answer. */
  void execute(String command) {
    try {
      channel.write(ByteBuffer.wrap((command + "\n").getBytes(StandardCharsets.UTF_8)));
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        if (line.startsWith("{\"return\"")) {
          return;
        }
        if (line.startsWith("{\"error\"")) {
          throw new IllegalStateException(command + " was refused: " + line);
        }
      }
      throw new IllegalStateException("the storage daemon closed its control socket");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
