package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabBrick;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows that a service that is started by itself, with the heap that it has, where no broker or
 * something else is at the broker's address, stays up, says in one line what is wrong, and ends
 * when it is told to.
 */
@Tag("slow")
class AloneIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Five attempts or more: it is tried again after 0.2 s, and up to 2 s later. */
  private static final Duration SEVERAL_ATTEMPTS = Duration.ofSeconds(5);

  private static final List<String> SERVICES =
      List.of(
          "manager --http-port 0 --state-dir DIR/state",
          "agent --metrics-port 0",
          "adapter --target brick:BRICK --state-dir DIR/state --trust anybody");

  @TempDir private Path directory = Path.of("");

  private static Janitor janitor;
  private static LabBrick brick;
  private static HttpServer web;
  private static ServerSocket tls;

  @BeforeAll
  static void start() throws IOException {
    janitor = Janitor.start(1);
    brick =
        LabBrick.start(janitor, 64, List.of("--volume.e.size", "16M", "--export.e.volume", "e"));
    web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    web.start();
    tls = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(AloneIT::alert);
  }

  @AfterAll
  static void stop() throws IOException {
    tls.close();
    web.stop(0);
    brick.close();
    janitor.close();
  }

  /** What a TLS port says to who does not speak TLS. */
  private static void alert() {
    try {
      while (true) {
        var socket = tls.accept();
        socket.getInputStream().read();
        socket.getOutputStream().write(new byte[] {0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46});
      }
    } catch (IOException e) {
      return; // the test is over
    }
  }

  static Stream<Arguments> places() {
    return SERVICES.stream()
        .flatMap(
            service ->
                Stream.of(
                    Arguments.of(service, "127.0.0.1:FREE", "BROKER does not answer"),
                    Arguments.of(service, "127.0.0.1:WEB", "BROKER is no Kafka broker"),
                    Arguments.of(service, "127.0.0.1:TLS", "or it wants TLS"),
                    Arguments.of(
                        service, "broker.invalid:9092", "broker.invalid is no host that is known"),
                    Arguments.of(
                        service,
                        "127.0.0.1:FREE,127.0.0.1:WEB",
                        "what answers at 127.0.0.1:WEB is no Kafka broker")));
  }

  @ParameterizedTest(name = "{0} at {1}")
  @MethodSource("places")
  void waitsForItsBrokerAndSaysSo(String commandLine, String place, String words) throws Exception {
    String broker = ports(place).replace("FREE", "" + Ports.free());
    String expected = ports(words).replace("BROKER", broker);
    try (LoneService service =
        LoneService.start(
            directory,
            List.of(),
            commandLine.replace("BRICK", brick.control().toString()),
            broker)) {
      Process process = service.process();
      Wait.until(PATIENCE, () -> !process.isAlive() || service.told().contains(expected));
      Wait.until(SEVERAL_ATTEMPTS, () -> !process.isAlive());
      String said = service.told();
      assertThat(process.isAlive()).as("it is up; it said: %s", said).isTrue();
      assertThat(said.lines().filter(line -> line.contains(" WARN ") && line.contains(expected)))
          .as(said)
          .hasSize(1);
      assertThat(said).doesNotContain("\tat ", "OutOfMemory");

      process.destroy();

      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("it ends").isTrue();
    }
  }

  private static String ports(String text) {
    return text.replace("WEB", "" + web.getAddress().getPort())
        .replace("TLS", text.contains(":TLS") ? "" + tls.getLocalPort() : "TLS");
  }
}
