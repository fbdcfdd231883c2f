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
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows where metrics are served, what a wrong place is answered with, and what is served. */
class MetricsServerTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

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
