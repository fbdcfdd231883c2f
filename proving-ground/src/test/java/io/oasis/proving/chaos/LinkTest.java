package io.oasis.proving.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows that a link passes bytes both ways, holds them while it is cut, and loses none. */
class LinkTest {
  private static final int LOOK_MILLIS = 200;
  private static final int PATIENCE_MILLIS = 10_000;

  private ServerSocket server;
  private Link link;
  private Socket client;
  private Socket accepted;

  @BeforeEach
  void connect() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    int port = Ports.free();
    link = Link.open(port, server.getLocalPort());
    client = new Socket(InetAddress.getLoopbackAddress(), port);
    accepted = server.accept();
    accepted.setSoTimeout(PATIENCE_MILLIS);
    client.setSoTimeout(PATIENCE_MILLIS);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    accepted.close();
    link.close();
    server.close();
  }

  @Test
  void passesBothWaysAndEnds() throws IOException {
    client.getOutputStream().write(7);
    assertThat(accepted.getInputStream().read()).isEqualTo(7);
    accepted.getOutputStream().write(8);
    assertThat(client.getInputStream().read()).isEqualTo(8);
    accepted.close();
    assertThat(client.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void whatIsSentWhileItIsCutArrivesWhenItIsMended() throws IOException {
    link.set(Link.Quality.CUT);
    client.getOutputStream().write(new byte[] {1, 2, 3});
    client.close();
    accepted.setSoTimeout(LOOK_MILLIS);
    assertThat(readOrNothing()).isEqualTo(-2);
    accepted.setSoTimeout(PATIENCE_MILLIS);
    link.set(Link.Quality.SLOW);
    assertThat(accepted.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
    assertThat(accepted.getInputStream().read()).isEqualTo(-1);
  }

  /** -2 when nothing came. */
  private int readOrNothing() throws IOException {
    try {
      return accepted.getInputStream().read();
    } catch (SocketTimeoutException e) {
      return -2;
    }
  }
}
