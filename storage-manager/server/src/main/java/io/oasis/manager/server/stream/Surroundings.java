package io.oasis.manager.server.stream;

import io.oasis.manager.server.view.DomainRegistry;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;

/**
 * What the processors of all partitions have in common.
 *
 * @param intake of records
 * @param waiting how many records of a partition wait at the broker, where that is known
 * @param manager what this manager is called in what it tells adapters
 */
record Surroundings(
    InstantSource clock,
    DomainRegistry registry,
    StreamMeters meters,
    Intake intake,
    Function<TopicPartition, OptionalLong> waiting,
    String manager) {}
