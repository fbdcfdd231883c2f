package io.oasis.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.oasis.configuration.UsageException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves {@code /metrics} as Prometheus text. Who connects and says nothing, or does not read the
 * answer, keeps nobody else waiting and is cut off.
 */
public final class MetricsServer implements AutoCloseable {
  /** At once; more are closed as they come. Those that ask are a Prometheus or two and a probe. */
  private static final int MOST_CONNECTIONS = 64;

  /** For a request and for reading its answer; Prometheus itself gives up after 10 s. */
  private static final int PATIENCE_SECONDS = 10;

  /** A thread that nobody needs ends: in between there is none. */
  private static final int IDLE_SECONDS = 5;

  static {
    // The JDK's server reads them once, when its first one is made.
    limit("jdk.httpserver.maxConnections", MOST_CONNECTIONS);
    limit("sun.net.httpserver.maxReqTime", PATIENCE_SECONDS);
    limit("sun.net.httpserver.maxRspTime", PATIENCE_SECONDS);
  }

  private final HttpServer server;

  /** The server reads a request in the thread that answers it: one each, or one waits for all. */
  private final ExecutorService answering =
      new ThreadPoolExecutor(
          0,
          MOST_CONNECTIONS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().daemon().name("metrics-", 0).factory());

  /**
   * @throws UsageException when the place cannot be listened on
   */
  public MetricsServer(MetricsPlace place, PrometheusMeterRegistry registry) {
    try {
      server =
          HttpServer.create(new InetSocketAddress(place.address(), place.port()), MOST_CONNECTIONS);
    } catch (IOException e) {
      throw new UsageException(
          MetricsPlace.PORT.name(),
          Integer.toString(place.port()),
          "%s cannot be listened on: %s"
              .formatted(place.address().getHostAddress(), e.getMessage()));
    }
    server.setExecutor(answering);
    server.createContext("/metrics", exchange -> answer(exchange, registry));
    server.start();
  }

  @Override
  public void close() {
    server.stop(0);
    answering.shutdownNow();
  }

  private static void limit(String property, int standard) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(standard));
    }
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
