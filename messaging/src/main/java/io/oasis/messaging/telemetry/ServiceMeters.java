package io.oasis.messaging.telemetry;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.oasis.configuration.UsageException;
import io.oasis.metrics.MetricsPlace;
import io.oasis.metrics.MetricsServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The meters of a plain service, for Prometheus, for a receiver of OTLP, for both, for nobody. */
public final class ServiceMeters implements AutoCloseable {
  private final MeterRegistry registry;
  private final Optional<MetricsServer> server;

  /**
   * @throws UsageException when the place where they are to be read cannot be listened on
   */
  public ServiceMeters(MetricsPlace scraped, Optional<Receiver> receiver) {
    List<MeterRegistry> readers = new ArrayList<>();
    if (scraped.isNowhere()) {
      server = Optional.empty();
    } else {
      PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      server = Optional.of(new MetricsServer(scraped, prometheus));
      readers.add(prometheus);
    }
    if (receiver.isPresent()) { // else no class of OTLP is loaded
      readers.add(PushedMeters.to(receiver.get()));
    }
    registry =
        switch (readers.size()) {
          case 0 -> new SimpleMeterRegistry();
          case 1 -> readers.getFirst();
          default -> new CompositeMeterRegistry(Clock.SYSTEM, readers);
        };
  }

  public MeterRegistry registry() {
    return registry;
  }

  /** What is pushed is pushed once more; a receiver that is away is not waited for. */
  @Override
  public void close() {
    server.ifPresent(MetricsServer::close);
    registry.close();
  }
}
