package io.oasis.manager.server.stream;

import io.oasis.manager.server.view.DomainRegistry;
import java.time.InstantSource;

/**
 * What the processors of all partitions have in common.
 *
 * @param intake of records
 * @param manager what this manager is called in what it tells adapters
 */
record Surroundings(
    InstantSource clock,
    DomainRegistry registry,
    StreamMeters meters,
    Intake intake,
    String manager) {}
