package io.oasis.manager.server.metrics;

import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Healthy while the manager decides; the reason when it does not. */
public final class StreamsHealth implements HealthIndicator {
  private final Status status;

  public StreamsHealth(Status status) {
    this.status = status;
  }

  @Override
  public Health health() {
    StreamsStatus now = status.now();
    Health.Builder health = now.deciding() ? Health.up() : Health.down();
    return health
        .withDetail("reason", now.reason())
        .withDetail("since", now.since().toString())
        .build();
  }
}
