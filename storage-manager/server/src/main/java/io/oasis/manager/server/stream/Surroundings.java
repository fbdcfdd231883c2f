package io.oasis.manager.server.stream;

import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.messaging.telemetry.Tracing;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What Kafka Streams runs in, however often it is started.
 *
 * @param tracing follows requests that are followed already
 */
public record Surroundings(
    InstantSource clock, DomainRegistry registry, StreamMeters meters, Optional<Tracing> tracing) {}
