package io.oasis.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.oasis.configuration.UsageException;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows where metrics are served, to whom, what a wrong place is answered, and what is served. */
class MetricsServerTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  /** What hangs is told by it; nothing else waits for it. */
  private static final int READ_MILLIS = 30_000;

  /** Some more than an executor has threads by habit; fewer than are let in. */
  private static final int SILENT = 50;

  static {
    // Read when the JDK's first server is made, so that nobody here waits as long as outside.
    System.setProperty("sun.net.httpserver.maxReqTime", "2");
    System.setProperty("sun.net.httpserver.clockTick", "500");
  }

  private final List<Socket> silent = new ArrayList<>();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @Test
  void whatIsNotToldIsNowhereAndOnLoopback() {
    MetricsPlace standard =
        new MetricsPlace(MetricsPlace.ADDRESS.standardValue(), MetricsPlace.PORT.standardValue());
    assertThat(standard.isNowhere()).isTrue();
    assertThat(standard.address().isLoopbackAddress()).isTrue();
  }

  /** A name is none: it would be asked for elsewhere, and might be another address tomorrow. */
  @Test
  void aWrongValueNamesItsKey() {
    for (String wrong : List.of("everywhere", "localhost", "")) {
      assertThatExceptionOfType(UsageException.class)
          .isThrownBy(() -> MetricsPlace.ADDRESS.parse(wrong))
          .satisfies(e -> assertThat(e.key()).isEqualTo("metrics-address"));
    }
    assertThat(MetricsPlace.ADDRESS.parse("::").isAnyLocalAddress()).isTrue();
    for (String wrong : List.of("65536", "-1", "http")) {
      assertThatExceptionOfType(UsageException.class)
          .isThrownBy(() -> MetricsPlace.PORT.parse(wrong))
          .satisfies(e -> assertThat(e.key()).isEqualTo("metrics-port"));
    }
  }

  @Test
  void metersAndSamplesAreServed() throws IOException {
    registry.counter("steps.taken").increment();
    registry.getPrometheusRegistry().register(MetricsServerTest::samples);
    int port = free();
    try (MetricsServer _ = new MetricsServer(new MetricsPlace(LOOPBACK, port), registry);
        InputStream answer = url(port).toURL().openStream()) {
      assertThat(new String(answer.readAllBytes(), StandardCharsets.UTF_8))
          .contains("steps_taken_total 1.0\n")
          .contains("# HELP depth_bytes how deep\n# TYPE depth_bytes gauge\n")
          .contains("depth_bytes{at=\"a\"} 1.5\n", "depth_bytes{at=\"b\"} 2.5\n")
          .contains("# TYPE done_total counter\ndone_total 3.0\n")
          .contains("wait_seconds_count 4\n", "wait_seconds_sum 0.5\n");
    }
  }

  private static MetricSnapshots samples() {
    Samples samples = new Samples();
    samples.gauge("depth_bytes", "how deep", Labels.of("at", "a"), 1.5);
    samples.count("done", "what was done", Labels.EMPTY, 3);
    samples.gauge("depth_bytes", "how deep", Labels.of("at", "b"), 2.5);
    samples.sum("wait_seconds", "how long", Labels.EMPTY, 4, 0.5);
    return samples.snapshots();
  }

  @AfterEach
  void theSilentLeave() throws IOException {
    for (Socket socket : silent) {
      socket.close();
    }
    silent.clear();
  }

  /** One byte was enough: the endpoint waited for the rest of that request, for ever. */
  @ParameterizedTest
  @ValueSource(ints = {1, SILENT})
  void whoSaysNothingKeepsNobodyWaiting(int count) throws IOException {
    int port = free();
    try (MetricsServer _ = new MetricsServer(new MetricsPlace(LOOPBACK, port), registry)) {
      boolean isAnsweredBeside = false;
      // Once more where this machine was so slow that they were cut off in between.
      for (int attempt = 0; attempt < 3 && !isAnsweredBeside; attempt++) {
        theSilentLeave();
        for (int i = 0; i < count; i++) {
          begin(port, "G");
        }
        assertThat(status(port)).isEqualTo(200);
        isAnsweredBeside = areAllOpen();
      }
      assertThat(isAnsweredBeside).as("while %d are silent, not after them", count).isTrue();
    }
  }

  @Test
  void whoSaysNothingIsCutOff() throws IOException {
    int port = free();
    try (MetricsServer _ = new MetricsServer(new MetricsPlace(LOOPBACK, port), registry)) {
      for (String word : List.of("", "G", "GET /metrics HTTP/1.1\r\nHost: a\r\n")) {
        assertThat(isCutOff(begin(port, word))).as("after '%s'", word).isTrue();
      }
    }
  }

  /** Here they are looked at only; the one that is waited for above is shorter. */
  @Test
  void thereAreLimitsAlsoWhereNobodySetThem() throws IOException {
    try (MetricsServer _ = new MetricsServer(new MetricsPlace(LOOPBACK, free()), registry)) {
      assertThat(Integer.getInteger("sun.net.httpserver.maxReqTime")).as("not moved").isEqualTo(2);
      assertThat(Integer.getInteger("sun.net.httpserver.maxRspTime")).isBetween(1, 15);
      assertThat(Integer.getInteger("jdk.httpserver.maxConnections")).isBetween(SILENT + 1, 100);
    }
  }

  private Socket begin(int port, String word) throws IOException {
    Socket socket = new Socket(LOOPBACK, port);
    silent.add(socket);
    socket.setSoTimeout(READ_MILLIS);
    socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private boolean areAllOpen() throws IOException {
    for (Socket socket : silent) {
      socket.setSoTimeout(1);
      if (isCutOff(socket)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isCutOff(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true; // reset
    }
  }

  private static int status(int port) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url(port).toURL().openConnection();
    connection.setReadTimeout(READ_MILLIS);
    return connection.getResponseCode();
  }

  @Test
  void aPlaceThatIsTakenIsRefusedByItsKey() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
      MetricsPlace place = new MetricsPlace(LOOPBACK, taken.getLocalPort());
      assertThatExceptionOfType(UsageException.class)
          .isThrownBy(() -> new MetricsServer(place, registry))
          .withMessageContaining("metrics-port = " + place.port())
          .withMessageContaining("127.0.0.1 cannot be listened on");
    }
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
      return socket.getLocalPort();
    }
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port + "/metrics");
  }
}
