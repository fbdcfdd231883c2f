package io.oasis.manager.server.stream;

import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.SpaceGrant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What Kafka Streams runs in, however often it is started.
 *
 * @param tracing follows requests that are followed already
 * @param space answers to those who ask for space in a domain
 */
public record Surroundings(
    InstantSource clock,
    DomainRegistry registry,
    StreamMeters meters,
    Optional<Tracing> tracing,
    Function<DomainId, List<SpaceGrant>> space) {}
