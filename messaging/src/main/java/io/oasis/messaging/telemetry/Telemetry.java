package io.oasis.messaging.telemetry;

import io.oasis.configuration.Settings;
import io.oasis.messaging.ServiceKeys;
import io.oasis.metrics.MetricsPlace;
import java.net.URI;
import java.util.Optional;

/**
 * How a service is watched.
 *
 * @param scraped where its metrics are to be read
 * @param endpoint of a receiver of its metrics and traces; absent: none are sent
 * @param share of requests that it begins a trace of, 0 to 1
 */
public record Telemetry(MetricsPlace scraped, Optional<URI> endpoint, double share) {
  /** Of a service that begins no trace, and goes on with those of others. */
  public static Telemetry of(Settings settings) {
    return new Telemetry(MetricsPlace.of(settings), settings.get(ServiceKeys.OTLP_ENDPOINT), 0);
  }

  /** The same, that begins traces. */
  public Telemetry tracing(double requests) {
    return new Telemetry(scraped, endpoint, requests);
  }

  /**
   * The receiver, for a service.
   *
   * @param service as in {@code oasis-agent}
   * @param instance tells it from others of its kind
   */
  public Optional<Receiver> receiver(String service, String instance) {
    return endpoint.map(url -> new Receiver(url, service, instance));
  }
}
