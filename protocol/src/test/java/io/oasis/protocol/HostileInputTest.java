package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows that no bytes make the codec throw: each is a message or refused with a reason, and both
 * can be written again, the refusal as a dead letter. A million generated inputs; the seed is
 * printed with a failure.
 */
class HostileInputTest {
  private static final long SEED = 20_260_301;
  private static final int QUICK_INPUTS = 50_000;
  private static final int ALL_INPUTS = 1_000_000;

  private final MessageCodec codec = new MessageCodec();
  private final List<Message> messages = new ArrayList<>(Samples.full().values());
  private final List<byte[]> golden = new ArrayList<>();
  private final Map<DeadLetter.Kind, Integer> refusals = new EnumMap<>(DeadLetter.Kind.class);
  private int known;

  @Test
  void fiftyThousandInputsAreAnswered() {
    answerAll(QUICK_INPUTS, SEED);
  }

  @Test
  @Tag("slow")
  void aMillionInputsAreAnswered() {
    answerAll(ALL_INPUTS, SEED + 1);
  }

  private void answerAll(int inputs, long seed) {
    messages.forEach(message -> golden.add(codec.encode(message)));
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < inputs; i++) {
      int sample = random.nextInt(golden.size());
      byte[] input = HostileInputs.next(random, golden.get(sample));
      Topic topic =
          random.nextInt(8) == 0
              ? Topic.values()[random.nextInt(Topic.values().length)]
              : Schema.of(messages.get(sample)).topic();
      try {
        answer(topic, input);
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError(
            "input %d of seed %d on %s: %s"
                .formatted(i, seed, topic, new String(input, StandardCharsets.ISO_8859_1)),
            e);
      }
    }
    assertThat(known).as("some are still valid").isPositive();
    assertThat(refusals.keySet()).as("all kinds but OVERSIZED").hasSize(4);
    System.out.printf("seed %d: %d inputs, valid %d, refused %s%n", seed, inputs, known, refusals);
  }

  private void answer(Topic topic, byte[] input) {
    switch (codec.decode(topic, input)) {
      case Decoded.Known(Message message) -> {
        known++;
        assertThat(codec.decode(topic, codec.encode(message)))
            .isEqualTo(new Decoded.Known(message));
        assertThat(Schema.keyOf(message)).isNotEmpty();
        assertThat(Schema.partitionKeyOf(message)).isNotEmpty();
      }
      case Decoded.Refused(DeadLetter.Kind kind, String reason) -> {
        refusals.merge(kind, 1, Integer::sum);
        assertThat(reason).isNotBlank();
        byte[] first = java.util.Arrays.copyOf(input, Math.min(input.length, 1_024));
        String payload = Base64.getEncoder().encodeToString(first);
        codec.encode(
            new DeadLetter(topic.topicName(), 0, 0, Instant.EPOCH, "r", kind, reason, payload));
      }
    }
  }
}
