package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Shows that what is no Kafka is told so before a client takes its answer for a length: each of
 * these answers would make one set aside more memory than a small service has.
 */
class DoorbellTest {
  /** What somebody at a port does with a connection. */
  private interface Answer {
    void to(Socket socket) throws IOException;
  }

  @Test
  void aWebServerAndATlsPortAreNoKafka() throws IOException {
    byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    refused(socket -> socket.getOutputStream().write(http), "is no Kafka broker");
    byte[] alert = {0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46};
    refused(socket -> socket.getOutputStream().write(alert), "wants TLS");
  }

  @Test
  void whoHangsUpOrAnswersSomethingElseIsNoKafka() throws IOException {
    refused(Socket::close, "is no Kafka broker");
    refused(socket -> answer(socket, 7), "is no Kafka broker");
    assertThatThrownBy(() -> Doorbell.ring(LinkConfig.of("127.0.0.1:1", "test")))
        .hasMessageContaining("no connection to 127.0.0.1:1");
  }

  @Test
  void oneBrokerOfSeveralAddressesIsEnough() throws IOException {
    try (ServerSocket kafka = serve(socket -> answer(socket, 0x4f617369))) {
      String address = "127.0.0.1:" + kafka.getLocalPort();
      assertThatCode(() -> Doorbell.ring(LinkConfig.of("127.0.0.1:1," + address, "test")))
          .doesNotThrowAnyException();
    }
  }

  private static void answer(Socket socket, int number) throws IOException {
    new DataInputStream(socket.getInputStream()).readInt();
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(10);
    out.writeInt(number);
    out.write(new byte[6]);
  }

  private static void refused(Answer answer, String why) throws IOException {
    try (ServerSocket server = serve(answer)) {
      LinkConfig link = LinkConfig.of("127.0.0.1:" + server.getLocalPort(), "test");
      assertThatThrownBy(() -> Doorbell.ring(link)).hasMessageContaining(why);
    }
  }

  private static ServerSocket serve(Answer answer) throws IOException {
    ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  answer.to(server.accept());
                }
              } catch (IOException e) {
                return; // the test is over
              }
            });
    return server;
  }
}
