package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows of each figure of each message which value is refused, and that the reason names it. */
class BoundsTest {
  private static final MessageCodec CODEC = new MessageCodec();
  private static final String NUMBER = "[0-9.E]+";

  /** The message's sample with the field's number wherever it stands. */
  @ParameterizedTest(name = "{0} {1} = {2}")
  @CsvSource({
    "REQUEST_BATCH, sequence, -1, zero or more",
    "REQUEST_BATCH, millis, 0, between 1 and 3600000",
    "REQUEST_BATCH, millis, 3600001, between 1 and 3600000",
    "REQUEST_BATCH, outstanding, -1.0, between 0 and 1.0E15",
    "REQUEST_BATCH, currentMicros, 0.0, a finite number above zero",
    "REQUEST_BATCH, wantedMicros, 0.0, a finite number above zero",
    "REQUEST_BATCH, wantedMicros, 2500.0, below currentMicros = 2500.0",
    "LUN_REPORT, outstanding, -1.0, between 0 and 1.0E15",
    "LUN_REPORT, utilisation, 1.1, between 0 and 1",
    "LUN_REPORT, baseLatencyMicros, -1.0, between 0 and 1.0E15",
    "LUN_REPORT, queues, -1, between 0 and 1000000",
    "USAGE_BATCH, intervalMillis, 0, between 1 and 3600000",
    "USAGE_BATCH, arrivalsPerSecond, -1.0, between 0 and 1.0E15",
    "USAGE_BATCH, completionsPerSecond, -1.0, between 0 and 1.0E15",
    "USAGE_BATCH, bytesPerSecond, -1.0, between 0 and 1.0E15",
    "USAGE_BATCH, meanLatencyMicros, -1.0, between 0 and 1.0E15",
    "SETTING_BATCH, leaseMillis, 99, between 100 and 3600000",
    "SETTING_BATCH, readShare, 1.1, between 0 and 1",
    "SETTING_BATCH, weight, 0.0, between 0.001 and 1000.0",
    "LEASE_RENEWAL, leaseMillis, 3600001, between 100 and 3600000",
    "ADAPTER_STATUS, limitsInForce, -1, between 0 and 1000000",
    "ADAPTER_STATUS, minIops, -1.0, 'a finite number, zero or more'",
    "ADAPTER_STATUS, stepIops, 0, between 1 and 2147483647",
    "ADAPTER_STATUS, stepBytes, 0, between 1 and 2147483647",
    "ADAPTER_STATUS, leastIops, 0, between 1 and 2147483647",
    "ADAPTER_STATUS, leastBytes, 0, between 1 and 2147483647",
    "ADAPTER_STATUS, millis, -1.0, between 0 and 1.0E15",
    "ADAPTER_STATUS, passesSeconds, -1.0, between 0 and 1.0E15",
    "FINDINGS, limits, -1, between 0 and 10000000",
    "FINDINGS, verified, 3, between 0 and 2",
    "FINDINGS, wrong, 3, between 0 and 2",
    "HOST_INVENTORY, sizeBytes, -1, zero or more",
  })
  void isRefusedWithTheFieldAndTheRule(Schema schema, String field, String value, String rule) {
    refused(schema, field, value, rule);
  }

  @ParameterizedTest(name = "{0} {1} = {2}")
  @CsvSource({
    "GUARD_RAILS, revision, 9007199254740993, between 0 and 9007199254740992",
    "GUARD_RAILS, mostThroughputLoss, 1.1, between 0 and 1",
    "RAILS_CHANGE, totalDifferences, 1, between 2 and 2147483647",
    "JOURNAL_START, intervalMillis, 0, between 1 and 2147483647",
    "JOURNAL_START, leaseMillis, 0, between 1 and 2147483647",
    "JOURNAL, sequence, 0, between 1 and 9223372036854775807",
    "JOURNAL, first, -1, zero or more",
    "JOURNAL, last, 39, between 40 and 9223372036854775807",
    "JOURNAL, count, 9, between 1 and 8",
  })
  void ofRailsAndTheJournalItIs(Schema schema, String field, String value, String rule) {
    refused(schema, field, value, rule);
  }

  @ParameterizedTest(name = "{0} {1} = {2}")
  @CsvSource({
    "HOST_INVENTORY, totalBytes, 9007199254740993, between 0 and 9007199254740992",
    "HOST_INVENTORY, usedBytes, 983349346305, between 0 and 983349346304",
    "HOST_INVENTORY, freeBytes, 59000961025, between 0 and 59000961024",
    "HOST_INVENTORY, growthBytesPerDay, -1.0, between 0 and 1.0E24",
    "HOST_INVENTORY, askedBytes, 1, between 0 and 0",
    "GRANT_BATCH, askedBytes, 9007199254740993, between 0 and 9007199254740992",
    "GRANT_BATCH, grantedBytes, 4097, between 0 and 4096",
  })
  void ofSpaceItIs(Schema schema, String field, String value, String rule) {
    refused(schema, field, value, rule);
  }

  @ParameterizedTest(name = "{0} {1} = {2}")
  @CsvSource({
    "DECISION, lowerCostPerSecond, -1.0, 'a finite number, zero or more'",
    "DECISION, lowerIops, -1.0, 'a finite number, zero or more'",
    "DECISION, bytesPerCost, 0.0, a finite number above zero",
    "DECISION, ageMillis, -1, zero or more",
    "DECISION, available, -1.0, 'a finite number, zero or more'",
    "DECISION, totalQueues, -1, between 0 and 1000000",
    "DECISION, weight, 0.0, a finite number above zero",
    "DECISION, reserve, -1.0, 'a finite number, zero or more'",
    "DECISION, usage, -1.0, 'a finite number, zero or more'",
    "DECISION, target, -1.0, 'a finite number, zero or more'",
    "DECISION, beforeIops, -1.0, between 0 and 1.0E15",
    "DECISION, afterIops, -1.0, between 0 and 1.0E15",
  })
  void ofADecisionItIs(Schema schema, String field, String value, String rule) {
    refused(schema, field, value, rule);
  }

  @ParameterizedTest(name = "{0} {1} = {2}")
  @CsvSource({
    "CACHE_REPORT, intervalMillis, 0, between 1 and 3600000",
    "CACHE_REPORT, totalBytes, -1.0, between 0 and 1.0E15",
    "CACHE_REPORT, usedBytes, -1.0, between 0 and 1.0E15",
    "CACHE_REPORT, accessesPerSecond, -1.0, between 0 and 1.0E15",
    "CACHE_REPORT, ratio, 1.1, between 0 and 1",
    "CACHE_REPORT, hitRatio, 1.1, between 0 and 1",
    "CACHE_REPORT, streamPart, 1.1, between 0 and 1",
    "CACHE_REPORT, depth, 0, between 1 and 1000000",
    "CACHE_REPORT, micros, 0.0, a finite number above zero",
    "CACHE_REPORT, roundMillis, -1.0, 'a finite number, zero or more'",
    "CACHE_REPORT, accessBytes, -1.0, 'a finite number, zero or more'",
    "CACHE_REPORT, uncached, -1, zero or more",
    "CACHE_REPORT, averageSeekMicros, -1.0, 'a finite number, zero or more'",
    "CACHE_REPORT, longestSeekMicros, -1.0, 'a finite number, zero or more'",
    "CACHE_REPORT, rotationMicros, -1.0, 'a finite number, zero or more'",
    "CACHE_REPORT, streamingBytesPerSecond, 0.0, a finite number above zero",
    "CACHE_SETTING, leaseMillis, 99, between 100 and 3600000",
    "CACHE_SETTING, bytes, -1.0, 'a finite number, zero or more'",
    "CACHE_SETTING, roundMillis, 0.0, a finite number above zero",
    "CACHE_SETTING, accessBytes, 0.0, a finite number above zero",
    "CACHE_SETTING, millis, 0.0, a finite number above zero",
    "CACHE_DECISION, totalBytes, 0.0, a finite number above zero",
    "CACHE_DECISION, weight, 0.0, a finite number above zero",
    "CACHE_DECISION, beforeBytes, -1.0, 'a finite number, zero or more'",
    "CACHE_DECISION, targetBytes, -1.0, 'a finite number, zero or more'",
    "CACHE_DECISION, afterBytes, -1.0, 'a finite number, zero or more'",
    "CACHE_DECISION, expectedHitRatio, 1.1, between 0 and 1",
  })
  void ofACacheItIs(Schema schema, String field, String value, String rule) {
    refused(schema, field, value, rule);
  }

  /** Those whose field has another's name in the same message. */
  @Test
  void aPartitionHasNoLessThanNothing() {
    assertThatThrownBy(() -> new CacheReport.Space(-1, 1, Optional.empty()))
        .hasMessage("sizeBytes = -1.0: must be between 0 and 1.0E15");
    assertThatThrownBy(() -> new CacheReport.Point(-1, 0))
        .hasMessage("sizeBytes = -1.0: must be between 0 and 1.0E15");
    assertThatThrownBy(() -> new CacheReport.Service(0, -1, List.of()))
        .hasMessage("depth = -1.0: must be between 0 and 1.0E15");
  }

  @Test
  void aServiceReadsAHundredMessagesWithNames() {
    assertThat(new Software("1", reads(100)).reads()).hasSize(100);
    assertThatThrownBy(() -> new Software("1", reads(101)))
        .hasMessage("reads.size = 101: must be between 0 and 100");
    assertThatThrownBy(() -> new Software("1", Map.of("a|b", 1)))
        .hasMessageStartingWith("reads = a|b: must not contain");
  }

  private static Map<String, Integer> reads(int count) {
    return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "m" + i, i -> i));
  }

  private static void refused(Schema schema, String field, String value, String rule) {
    Message sample = Objects.requireNonNull(Samples.full().get(schema));
    String json = new String(CODEC.encode(sample), StandardCharsets.UTF_8);
    String odd = json.replaceAll("\"" + field + "\":" + NUMBER, "\"" + field + "\":" + value);
    assertThat(odd).as("has the field").isNotEqualTo(json);
    assertThat(CODEC.decode(schema.topic(), odd.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            Decoded.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .endsWith("%s = %s: must be %s".formatted(field, value, rule)));
  }
}
