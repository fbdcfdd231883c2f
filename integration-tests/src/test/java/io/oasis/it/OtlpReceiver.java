package io.oasis.it;

import com.google.protobuf.InvalidProtocolBufferException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes metrics and traces by OTLP over HTTP on loopback, and keeps what they are. */
final class OtlpReceiver implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  // What follows is guarded by this.
  private final Map<String, Set<String>> metrics = new TreeMap<>();
  private final Map<String, List<Told>> traces = new TreeMap<>();

  /**
   * A span.
   *
   * @param service that told it
   */
  record Told(String service, Span span) {
    String name() {
      return span.getName();
    }

    String attribute(String key) {
      return span.getAttributesList().stream()
          .filter(each -> each.getKey().equals(key))
          .map(each -> each.getValue().getStringValue())
          .findFirst()
          .orElse("");
    }
  }

  OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(thread);
    server.createContext("/v1/metrics", exchange -> take(exchange, this::metrics));
    server.createContext("/v1/traces", exchange -> take(exchange, this::spans));
    server.start();
  }

  private interface Taking {
    void take(byte[] body) throws InvalidProtocolBufferException;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Names of the metrics that a service has sent. */
  synchronized Set<String> metrics(String service) {
    return Set.copyOf(metrics.getOrDefault(service, Set.of()));
  }

  /** The spans of each trace, by their beginnings; of two that begin together the longer first. */
  synchronized List<List<Told>> traces() {
    List<List<Told>> all = new ArrayList<>();
    for (List<Told> trace : traces.values()) {
      List<Told> sorted = new ArrayList<>(trace);
      sorted.sort(
          Comparator.<Told>comparingLong(told -> told.span().getStartTimeUnixNano())
              .thenComparingLong(told -> -told.span().getEndTimeUnixNano()));
      all.add(sorted);
    }
    return all;
  }

  private static void take(HttpExchange exchange, Taking taking) throws IOException {
    try (exchange) {
      taking.take(exchange.getRequestBody().readAllBytes());
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private synchronized void metrics(byte[] body) throws InvalidProtocolBufferException {
    for (var resource : ExportMetricsServiceRequest.parseFrom(body).getResourceMetricsList()) {
      Set<String> names =
          metrics.computeIfAbsent(service(resource.getResource()), _ -> new TreeSet<>());
      resource
          .getScopeMetricsList()
          .forEach(scope -> scope.getMetricsList().forEach(metric -> names.add(metric.getName())));
    }
  }

  private synchronized void spans(byte[] body) throws InvalidProtocolBufferException {
    for (var resource : ExportTraceServiceRequest.parseFrom(body).getResourceSpansList()) {
      String service = service(resource.getResource());
      for (var scope : resource.getScopeSpansList()) {
        for (Span span : scope.getSpansList()) {
          traces
              .computeIfAbsent(
                  HexFormat.of().formatHex(span.getTraceId().toByteArray()), _ -> new ArrayList<>())
              .add(new Told(service, span));
        }
      }
    }
  }

  private static String service(Resource resource) {
    return resource.getAttributesList().stream()
        .filter(each -> each.getKey().equals("service.name"))
        .map(KeyValue::getValue)
        .map(value -> value.getStringValue())
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdown();
  }
}
