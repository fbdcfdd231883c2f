package io.oasis.messaging.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.oasis.metrics.MetricsPlace;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Shows what a receiver is sent, and that one that is away costs a line of log and no more. */
class PushTest {
  private final Map<String, byte[]> got = new ConcurrentHashMap<>();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private HttpServer server;
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newSingleThreadExecutor());
    server.createContext("/", this::take);
    server.start();
    lines.start();
    log().addAppender(lines);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    log().detachAppender(lines);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      got.put(exchange.getRequestURI().getPath(), exchange.getRequestBody().readAllBytes());
      exchange.sendResponseHeaders(status, -1);
    }
  }

  @Test
  void metersArriveWithWhoseTheyAre() throws IOException {
    count();
    var request = ExportMetricsServiceRequest.parseFrom(got.get("/below/v1/metrics"));
    assertThat(attributes(request.getResourceMetrics(0).getResource()))
        .containsEntry("service.name", "oasis-test")
        .containsEntry("service.instance.id", "h");
    Map<String, Metric> metrics =
        request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
            .collect(Collectors.toMap(Metric::getName, each -> each));
    assertThat(metrics.get("oasis.test").getSum().getDataPoints(0).getAsDouble()).isEqualTo(3);
    assertThat(metrics.get("oasis.time").getUnit()).isEqualTo("seconds");
    assertThat(metrics.get("oasis.time").getHistogram().getDataPoints(0).getSum()).isEqualTo(2);
    assertThat(said()).containsExactly(receiver().metrics() + " takes our metrics");
  }

  @Test
  void spansArriveWithWhoseTheyAre() throws IOException {
    try (Tracing tracing = tracing()) {
      tracing.root("request").startSpan().end();
    }
    var request = ExportTraceServiceRequest.parseFrom(got.get("/below/v1/traces"));
    assertThat(attributes(request.getResourceSpans(0).getResource()))
        .containsEntry("service.name", "oasis-test")
        .containsEntry("service.instance.id", "h");
    Span span = request.getResourceSpans(0).getScopeSpans(0).getSpans(0);
    assertThat(span.getName()).isEqualTo("request");
  }

  @Test
  void aReceiverThatIsAwayIsSaidInALine() {
    server.stop(0);
    count();
    try (Tracing tracing = tracing()) {
      tracing.root("request").startSpan().end();
    }
    assertThat(said())
        .containsExactly(
            receiver().metrics() + " does not take our metrics: Connection refused; retrying",
            receiver().traces() + " does not take our traces: java.net.ConnectException; retrying");
  }

  @Test
  void aReceiverThatRefusesIsSaidWithItsReason() {
    status = 404;
    count();
    try (Tracing tracing = tracing()) {
      tracing.root("request").startSpan().end();
    }
    assertThat(said()).hasSize(2);
    assertThat(said().getFirst()).contains("does not take our metrics: ", "404");
    assertThat(said().getLast()).contains("does not take our traces: it refuses them");
  }

  @Test
  void theLineIsNotRepeatedUntilItTakesAgain() {
    Reception reception = new Reception("traces", "http://h");
    List<CompletableResultCode> results =
        List.of(
            CompletableResultCode.ofExceptionalFailure(new IOException("gone")),
            CompletableResultCode.ofExceptionalFailure(new IOException("still gone")),
            CompletableResultCode.ofSuccess(),
            CompletableResultCode.ofSuccess(),
            CompletableResultCode.ofFailure());
    for (CompletableResultCode result : results) {
      var _ = new QuietExporter(new Always(result), reception).export(List.of());
    }
    assertThat(said())
        .containsExactly(
            "http://h does not take our traces: gone; retrying",
            "http://h takes our traces again",
            "http://h does not take our traces: it refuses them; retrying");
  }

  /** An exporter that fares as it is told. */
  private record Always(CompletableResultCode result) implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      return result;
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  private List<String> said() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private Receiver receiver() {
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/below/");
    return new Receiver(url, "oasis-test", "h");
  }

  private void count() {
    MetricsPlace nowhere = new MetricsPlace(InetAddress.getLoopbackAddress(), 0);
    try (ServiceMeters meters = new ServiceMeters(nowhere, Optional.of(receiver()))) {
      meters.registry().counter("oasis.test", "a", "b").increment(3);
      meters.registry().timer("oasis.time").record(Duration.ofSeconds(2));
    }
  }

  private Tracing tracing() {
    return Tracing.to(receiver(), 1);
  }

  private static Logger log() {
    return (Logger) LoggerFactory.getLogger(Reception.class);
  }

  private static Map<String, String> attributes(Resource resource) {
    return resource.getAttributesList().stream()
        .collect(Collectors.toMap(KeyValue::getKey, each -> each.getValue().getStringValue()));
  }
}
