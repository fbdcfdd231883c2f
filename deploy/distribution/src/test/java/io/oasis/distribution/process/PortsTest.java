package io.oasis.distribution.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shows that a free port is one that a server can have. */
class PortsTest {
  @Test
  void aFreePortCanBeListenedOnAndNoConnectionTakesItMeanwhile() throws IOException {
    for (int i = 0; i < 200; i++) {
      int port = Ports.free();
      assertThat(port).isLessThan(Ports.OUTGOING);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThat(socket.getLocalPort()).isEqualTo(port);
      }
    }
  }

  /** A demo that was given one twice ended before it began. */
  @Test
  void noneIsGivenTwice() {
    assertThat(IntStream.range(0, 500).map(_ -> Ports.free())).doesNotHaveDuplicates();
  }
}
