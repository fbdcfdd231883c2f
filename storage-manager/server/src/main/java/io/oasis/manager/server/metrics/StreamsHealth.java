package io.oasis.manager.server.metrics;

import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Healthy while the manager decides; the reason when it does not. */
public final class StreamsHealth implements HealthIndicator {
  private final Status status;
  private final Fleet fleet;

  public StreamsHealth(Status status, Fleet fleet) {
    this.status = status;
    this.fleet = fleet;
  }

  @Override
  public Health health() {
    StreamsStatus now = status.now();
    Health.Builder health = now.deciding() ? Health.up() : Health.down();
    return health
        .withDetail("reason", now.reason())
        .withDetail("since", now.since().toString())
        .withDetail("managers", 1 + fleet.others().size())
        .build();
  }
}
