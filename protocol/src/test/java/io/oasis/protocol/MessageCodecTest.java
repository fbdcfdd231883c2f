package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Shows what each message looks like in JSON, and what is refused with which reason. */
class MessageCodecTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  private final MessageCodec codec = new MessageCodec();

  @ParameterizedTest
  @EnumSource
  void everySchemaIsWrittenAsItsGoldenFile(Schema schema) throws IOException {
    String json = encoded(Samples.full().get(schema));
    Path golden = GOLDEN.resolve(schema.schemaName() + ".json");
    assertThat(golden).as("a golden file with this content: %s", json).exists();
    assertThat(json).isEqualTo(Files.readString(golden).strip());
    assertThat(json)
        .startsWith(
            "{\"schema\":\"%s\",\"schemaVersion\":%d,"
                .formatted(schema.schemaName(), schema.version()));
  }

  @Test
  void everyMessageComesBackAsItWas() {
    List<Message> all = new ArrayList<>(Samples.full().values());
    all.addAll(Samples.sparse());
    for (Message message : all) {
      assertThat(decode(Schema.of(message).topic(), encoded(message)))
          .isEqualTo(new Decoded.Known(message));
    }
  }

  @Test
  void fieldsThatAreNotKnownAreIgnored() {
    for (Message message : Samples.full().values()) {
      String json =
          encoded(message).replaceFirst("\\{", "{\"colour\":{\"a\":[1,{}]},\"shape\":null,");
      assertThat(decode(Schema.of(message).topic(), json)).isEqualTo(new Decoded.Known(message));
    }
  }

  @Test
  void anAdapterThatDoesNotSayWhereItHoldsDoesSoAboveTheCounters() {
    String json =
        encoded(Samples.full().get(Schema.ADAPTER_STATUS))
            .replace(",\"placement\":\"BELOW_COUNTERS\"", "");
    assertThat(decode(Topic.OUTCOMES, json))
        .isInstanceOfSatisfying(
            Decoded.Known.class,
            known ->
                assertThat(((AdapterStatus) known.message()).target().holdsAboveCounters())
                    .isTrue());
  }

  /** What was recorded when a reserve was called floor and a limit cap is read as ever. */
  @Test
  void decisionsOfTheVersionBeforeAreRead() {
    for (Decision.Bound bound : List.of(Decision.Bound.LIMIT, Decision.Bound.RESERVE)) {
      Decision decision = Samples.decisionBy(bound);
      String json =
          encoded(decision)
              .replace("schemaVersion\":3", "schemaVersion\":2")
              .replace("\"reserve\":0.0,\"limit\":2.5", "\"floor\":0.0,\"cap\":2.5")
              .replace("\"LIMIT\"", "\"CAP\"")
              .replace("\"RESERVE\"", "\"FLOOR\"");
      assertThat(json).contains("floor").containsAnyOf("CAP", "FLOOR");
      assertThat(decode(Topic.DECISIONS, json)).isEqualTo(new Decoded.Known(decision));
      refused(
          Topic.DECISIONS,
          json.replace("schemaVersion\":2", "schemaVersion\":1"),
          DeadLetter.Kind.UNKNOWN_VERSION,
          "schemaVersion = 1: must be 3");
    }
  }

  @Test
  void anotherVersionSchemaOrTopicIsRefusedByKind() {
    String json = encoded(Samples.full().get(Schema.GRANT_BATCH));
    refused(
        Topic.GRANTS,
        json.replace("schemaVersion\":1", "schemaVersion\":2"),
        DeadLetter.Kind.UNKNOWN_VERSION,
        "schemaVersion = 2: must be 1");
    refused(
        Topic.GRANTS,
        json.replace("oasis.grant-batch", "oasis.gift"),
        DeadLetter.Kind.UNKNOWN_SCHEMA,
        "schema = oasis.gift");
    refused(
        Topic.SETTINGS,
        json,
        DeadLetter.Kind.WRONG_TOPIC,
        "oasis.grant-batch belongs on oasis.grants");
  }

  @Test
  void whatIsNotAMessageIsMalformed() {
    for (String text :
        new String[] {"", " ", "{", "[]", "7", "null", "{}", "{\"schema\":1}", "\"a\"", "{}{}"}) {
      refused(Topic.GRANTS, text, DeadLetter.Kind.MALFORMED, "");
    }
    refused(Topic.GRANTS, "{}", DeadLetter.Kind.MALFORMED, "schema");
  }

  @Test
  void theReasonNamesTheFieldAndTheRule() {
    String request = encoded(Samples.full().get(Schema.REQUEST_BATCH));
    malformed(request.replace("\"sequence\":7", "\"sequence\":-7"), "sequence = -7");
    malformed(request.replace("\"sequence\":7", "\"sequence\":\"7\""), "sequence");
    malformed(request.replace("\"sequence\":7", "\"sequence\":7.5"), "sequence");
    malformed(request.replace("\"sequence\":7,", ""), "sequence");
    malformed(request.replace("\"sequence\":7", "\"sequence\":null"), "sequence");
    malformed(request.replace("\"sequence\":7", "\"sequence\":1e400"), "sequence");
    malformed(request.replace("\"host\":\"db1\"", "\"host\":\"\""), "host");
    malformed(request.replace("CENSORED", "GUESSED"), "requests[0].demand.quality");
    malformed(request.replace("\"outstanding\":0.135", "\"outstanding\":-1"), "requests[0].sample");
    malformed(request.replace("2026-03-01T12:00:00.250Z", "yesterday"), "at");
    malformed(request.replace("\"2026-03-01T12:00:00.250Z\"", "1e999999999"), "at");
  }

  /** Instants of any precision read as java.time reads them, and nothing else is one. */
  @Test
  void instantsReadAsTheyAreWritten() {
    String request = encoded(Samples.full().get(Schema.REQUEST_BATCH));
    for (String at :
        new String[] {
          "2026-03-01T12:00:00Z", "2026-03-01T12:00:00.5Z", "2024-02-29T23:59:59.999999999Z",
          "1969-12-31T23:59:59.000001Z", "+12026-03-01T12:00:00Z", "2026-03-01T12:00:00+01:00"
        }) {
      assertThat(decode(Topic.REQUESTS, request.replace("2026-03-01T12:00:00.250Z", at)))
          .isInstanceOfSatisfying(
              Decoded.Known.class,
              known ->
                  assertThat(((RequestBatch) known.message()).interval().at())
                      .isEqualTo(OffsetDateTime.parse(at).toInstant()));
    }
    for (String odd :
        new String[] {
          "2026-02-29T12:00:00Z",
          "2026-03-01T12:00:61Z",
          "2026-03-01T12:00:00.1234567890Z",
          "2026-03-01T12:00:0xZ",
          "2026-03-01T12:00:00x",
          "2026-03-01 12:00:00Z",
          "Z"
        }) {
      malformed(request.replace("2026-03-01T12:00:00.250Z", odd), "at");
    }
  }

  @Test
  void tooLongIsRefusedUnread() {
    assertThat(codec.decode(Topic.GRANTS, new byte[MessageCodec.MAX_BYTES + 1]))
        .isInstanceOfSatisfying(
            Decoded.Refused.class,
            refused -> assertThat(refused.kind()).isEqualTo(DeadLetter.Kind.OVERSIZED));
  }

  /** What is padded to the topic's size is read; with one byte more it is not looked at. */
  @Test
  void aMessageOfTheTopicsSizeIsRead() {
    Message message = Samples.full().get(Schema.GRANT_BATCH);
    String json = encoded(message);
    String padded = json + " ".repeat(262_144 - json.length());
    assertThat(decode(Topic.GRANTS, padded)).isEqualTo(new Decoded.Known(message));
    assertThat(decode(Topic.GRANTS, padded + ' '))
        .isEqualTo(
            new Decoded.Refused(DeadLetter.Kind.OVERSIZED, "262145 bytes: must be at most 262144"));
  }

  @Test
  void aReasonHasFiveHundredSigns() {
    for (int length : new int[] {491, 492}) {
      String reason = "schema = " + "x".repeat(491) + (length == 491 ? "" : "...");
      assertThat(
              decode(
                  Topic.GRANTS,
                  "{\"schema\":\"%s\",\"schemaVersion\":1}".formatted("x".repeat(length))))
          .isEqualTo(new Decoded.Refused(DeadLetter.Kind.UNKNOWN_SCHEMA, reason));
    }
  }

  /** A topic that keeps the newest of each key keeps one of each of these. */
  @ParameterizedTest
  @CsvSource({
    "SETTING_BATCH, disk:wwid:naa.5000c500a1b2c3d4",
    "LEASE_RENEWAL, lease|disk:wwid:naa.5000c500a1b2c3d4|db1:cgroup-v1",
    "CACHE_SETTING, cache|disk:wwid:naa.5000c500a1b2c3d4|brick",
    "HOST_INVENTORY, db1",
    "DEAD_LETTER, oasis.requests"
  })
  void theKeySaysOfWhatARecordIsTheNewest(Schema schema, String key) {
    assertThat(Schema.keyOf(Samples.full().get(schema))).isEqualTo(key);
  }

  @Test
  void allRecordsOfADomainShareAPartitionKey() {
    Samples.full()
        .forEach(
            (schema, message) -> {
              boolean ofDomain =
                  switch (schema.topic()) {
                    case REQUESTS,
                        USAGE,
                        GRANTS,
                        SETTINGS,
                        OUTCOMES,
                        DECISIONS,
                        GUARD_RAILS,
                        AUDIT,
                        JOURNAL ->
                        true;
                    case INVENTORY, DEAD_LETTERS -> false;
                  };
              if (ofDomain) {
                assertThat(Schema.partitionKeyOf(message))
                    .as(schema.schemaName())
                    .isEqualTo("disk:wwid:naa.5000c500a1b2c3d4");
              }
            });
  }

  private void malformed(String json, String named) {
    refused(Topic.REQUESTS, json, DeadLetter.Kind.MALFORMED, named);
  }

  private void refused(Topic topic, String json, DeadLetter.Kind kind, String named) {
    assertThat(decode(topic, json))
        .as(json)
        .isInstanceOfSatisfying(
            Decoded.Refused.class,
            refused -> {
              assertThat(refused.kind()).isEqualTo(kind);
              assertThat(refused.reason()).isNotBlank().contains(named);
            });
  }

  private String encoded(Message message) {
    return new String(codec.encode(message), StandardCharsets.UTF_8);
  }

  private Decoded decode(Topic topic, String json) {
    return codec.decode(topic, json.getBytes(StandardCharsets.UTF_8));
  }
}
