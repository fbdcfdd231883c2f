package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    assertThatThrownBy(() -> Doorbell.ring(at("127.0.0.1:1")))
        .hasMessageContaining("no connection to 127.0.0.1:1");
  }

  @Test
  void aWebServerThatWaitsForTheRestOfARequestIsToldThatThisWasAll() throws IOException {
    HttpServer web = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 5);
    web.start();
    try {
      assertThatThrownBy(() -> Doorbell.ring(at("127.0.0.1:" + web.getAddress().getPort())))
          .isInstanceOf(NotKafkaException.class);
    } finally {
      web.stop(0);
    }
  }

  @Test
  void whatIsNoKafkaIsRefusedBesideABroker() throws IOException {
    byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    try (ServerSocket kafka = serve(DoorbellTest::asKafka);
        ServerSocket web = serve(socket -> socket.getOutputStream().write(http))) {
      for (String both :
          List.of(address(kafka) + "," + address(web), address(web) + "," + address(kafka))) {
        assertThatThrownBy(() -> Doorbell.ring(at(both)))
            .isInstanceOf(NotKafkaException.class)
            .hasMessageContaining("what answers at " + address(web));
      }
    }
  }

  @Test
  void oneBrokerOfSeveralAddressesIsEnoughIfTheOthersSayNothing() throws IOException {
    try (ServerSocket kafka = serve(DoorbellTest::asKafka);
        ServerSocket hangsUp = serve(Socket::close)) {
      for (String other : List.of("127.0.0.1:1", "broker.invalid:9092", address(hangsUp))) {
        assertThatCode(() -> Doorbell.ring(at(other + "," + address(kafka))))
            .as(other)
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  @Timeout(60) // it would wait for a day
  void aBrokerThatIsDownIsNotWaitedFor() throws Exception {
    try (ServerSocket kafka = serve(DoorbellTest::asKafka);
        ServerSocket silent = serve(socket -> {})) {
      Doorbell.ring(at(address(silent) + "," + address(kafka)), Duration.ofDays(1));
    }
  }

  @Test
  void ofSeveralThatDoNotAnswerTheLastIsTold() {
    assertThatThrownBy(() -> Doorbell.ring(at("broker.invalid:9092,127.0.0.1:1")))
        .hasMessageContaining("no connection to 127.0.0.1:1");
    assertThatThrownBy(() -> Doorbell.ring(at("127.0.0.1:1,broker.invalid:9092")))
        .hasMessageContaining("broker.invalid is no host that is known");
  }

  private static LinkConfig at(String bootstrap) {
    return LinkConfig.of(bootstrap, "test");
  }

  private static String address(ServerSocket server) {
    return "127.0.0.1:" + server.getLocalPort();
  }

  private static void asKafka(Socket socket) throws IOException {
    answer(socket, 0x4f617369);
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
      assertThatThrownBy(() -> Doorbell.ring(at(address(server)))).hasMessageContaining(why);
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
