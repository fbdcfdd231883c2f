package io.oasis.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.oasis.configuration.UsageException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Serves {@code /metrics} as Prometheus text. */
public final class MetricsServer implements AutoCloseable {
  private static final int BACKLOG = 4;

  private final HttpServer server;

  /**
   * @throws UsageException when the place cannot be listened on
   */
  public MetricsServer(MetricsPlace place, PrometheusMeterRegistry registry) {
    try {
      server = HttpServer.create(new InetSocketAddress(place.address(), place.port()), BACKLOG);
    } catch (IOException e) {
      throw new UsageException(
          MetricsPlace.PORT.name(),
          Integer.toString(place.port()),
          "%s cannot be listened on: %s"
              .formatted(place.address().getHostAddress(), e.getMessage()));
    }
    server.createContext("/metrics", exchange -> answer(exchange, registry));
    server.start();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private static void answer(HttpExchange exchange, PrometheusMeterRegistry registry)
      throws IOException {
    try (exchange) {
      byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
      exchange.sendResponseHeaders(200, text.length);
      exchange.getResponseBody().write(text);
    }
  }
}
