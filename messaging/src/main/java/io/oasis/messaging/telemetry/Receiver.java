package io.oasis.messaging.telemetry;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * A receiver of OTLP over HTTP, and who speaks to it.
 *
 * @param endpoint without the paths that OTLP adds
 * @param service as in {@code oasis-agent}
 * @param instance tells it from others of its kind
 */
public record Receiver(URI endpoint, String service, String instance) {
  /** One that is there is near. */
  static final Duration CONNECT = Duration.ofSeconds(1);

  /** Whatever it does with what it got is to be done later. */
  static final Duration ANSWER = Duration.ofSeconds(3);

  String metrics() {
    return at("/v1/metrics");
  }

  String traces() {
    return at("/v1/traces");
  }

  private String at(String path) {
    String base = endpoint.toString();
    return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path;
  }

  /** What is said once for all that is sent, by OpenTelemetry's names. */
  Map<String, String> attributes() {
    return Map.of("service.name", service, "service.instance.id", instance);
  }
}
