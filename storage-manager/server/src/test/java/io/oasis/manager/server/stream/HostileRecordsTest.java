package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Schema;
import io.oasis.protocol.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows that no record stops the processor: whatever is sent is either used or in the dead letters
 * with its reason, and the domain that was there before still decides.
 */
class HostileRecordsTest {
  private static final List<String> VALUES =
      List.of(
          "null",
          "-1",
          "0",
          "1e308",
          "1e309",
          "-0.0",
          "9223372036854775808",
          "\"\"",
          "\"|\"",
          "\"a|b\"",
          "[]",
          "{}",
          "[[[[]]]]",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "NaN",
          "true",
          "1e-400",
          "\"+999999999-12-31T23:59:59Z\"",
          "\"-999999999-01-01T00:00:00Z\"",
          "\"" + "x".repeat(600) + "\"",
          "{\"iops\":-1}",
          "{\"iops\":1e300}");

  private final MessageCodec codec = new MessageCodec();

  @Test
  void twentyThousandStopNothing() {
    stopNothing(20_000, 1);
  }

  @Test
  @Tag("deep") // HostileIT sends as many to the real services
  void aMillionStopNothing() {
    stopNothing(1_000_000, 2);
  }

  private void stopNothing(int records, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    try (Bench bench = new Bench()) {
      bench.interval(1);
      long letters = 0;
      for (int i = 0; i < records; i++) {
        Topic topic = bench.inputTopics().get(random.nextInt(bench.inputTopics().size()));
        Message message = valid(topic, random);
        byte[] value = random.nextInt(200) == 0 ? null : mangled(random, codec.encode(message));
        bench.send(topic, key(random, message), value);
        if (i % 500 == 0) {
          letters += drain(bench);
          bench.interval(i + 2L);
        }
      }
      letters += drain(bench);
      double refused =
          bench.counted("oasis.manager.records.refused")
              + bench.counted("oasis.manager.records.quarantined");
      assertThat((double) letters).as("seed " + seed).isEqualTo(refused).isPositive();
      assertThat(bench.registry.find(Said.DOMAIN).orElseThrow().queues())
          .extracting(queue -> queue.queue())
          .contains(Said.DEEP, Said.SHALLOW);
    }
  }

  /** Takes everything that was published, which would fill the memory otherwise. */
  private static long drain(Bench bench) {
    List<DeadLetter> letters = bench.deadLetters();
    assertThat(letters).allSatisfy(letter -> assertThat(letter.reason()).isNotBlank());
    for (Topic topic : List.of(Topic.GRANTS, Topic.DECISIONS, Topic.SETTINGS)) {
      bench.heard(topic);
    }
    return letters.size();
  }

  private static Message valid(Topic topic, SplittableRandom random) {
    DomainId domain =
        random.nextInt(4) == 0 ? new DomainId("made-up-" + random.nextInt(50)) : Said.DOMAIN;
    return switch (topic) {
      case USAGE -> Said.usage(random.nextDouble(2_000));
      case OUTCOMES -> Said.beat();
      case GUARD_RAILS -> Said.rails(domain, 0, Mode.SHADOW, List.of());
      default ->
          random.nextBoolean()
              ? Said.request(Said.DEEP, domain, random.nextInt(9), random.nextDouble(2_000), 4)
              : Said.report(Said.LUN, domain, random.nextInt(9));
    };
  }

  private static String key(SplittableRandom random, Message message) {
    return switch (random.nextInt(20)) {
      case 0 -> null;
      case 1 -> "wrong";
      case 2 -> "\u0000|";
      default -> Schema.keyOf(message);
    };
  }

  private static byte[] mangled(SplittableRandom random, byte[] valid) {
    return switch (random.nextInt(8)) {
      case 0 -> Arrays.copyOf(valid, random.nextInt(valid.length));
      case 1 -> noise(random);
      case 2 -> flipped(random, valid.clone());
      case 3 -> "[".repeat(random.nextInt(5_000)).getBytes(StandardCharsets.UTF_8);
      case 4 -> valid;
      default -> replaced(random, new String(valid, StandardCharsets.UTF_8));
    };
  }

  private static byte[] noise(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] flipped(SplittableRandom random, byte[] bytes) {
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  /** Another value after one of the colons. */
  private static byte[] replaced(SplittableRandom random, String json) {
    int colon = json.indexOf("\":", random.nextInt(json.length()));
    int end = colon < 0 ? -1 : json.indexOf(',', colon);
    if (end < 0) {
      return json.getBytes(StandardCharsets.UTF_8);
    }
    String value = VALUES.get(random.nextInt(VALUES.size()));
    return (json.substring(0, colon + 2) + value + json.substring(end))
        .getBytes(StandardCharsets.UTF_8);
  }
}
