package io.oasis.manager.server.stream;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
record Common(
    Surroundings surroundings,
    Intake intake,
    Function<TopicPartition, OptionalLong> waiting,
    String manager) {
  /** Whole milliseconds: records that come together then come at one time, for the journal. */
  Instant now() {
    return surroundings.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
