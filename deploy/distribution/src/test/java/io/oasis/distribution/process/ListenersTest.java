package io.oasis.distribution.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Shows that it is known whose socket listens on a port, before a token is shown to it. */
class ListenersTest {
  @Test
  void whoListensIsTold() throws Exception {
    int self = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      assertThat(Listeners.usersOf(port)).containsExactly(self);
    }
    assertThat(Listeners.usersOf(port)).isEmpty();
  }
}
