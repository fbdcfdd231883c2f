package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows of every kind of message who may say it. */
class SpeakerTest {
  /** Whose words the samples are. */
  private static final String HOST = Samples.HOST.value();

  static List<Message> messages() {
    return List.copyOf(Samples.full().values());
  }

  @ParameterizedTest
  @MethodSource("messages")
  void managersMaySayEverything(Message message) {
    assertThat(Speaker.parse(Speaker.MANAGER).objection(message)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aHostMaySayOfItselfWhatHostsSay(Message message) {
    boolean isOfHosts =
        switch (Schema.of(message).topic()) {
          case REQUESTS, USAGE, OUTCOMES, INVENTORY, DEAD_LETTERS -> true;
          case GRANTS, SETTINGS, DECISIONS, GUARD_RAILS, JOURNAL, AUDIT -> false;
        };
    assertThat(Speaker.parse(HOST).objection(message).isEmpty())
        .as(Schema.of(message).schemaName())
        .isEqualTo(isOfHosts);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aStolenHostMaySayNothingOfThisOne(Message message) {
    if (!(message instanceof DeadLetter)) {
      assertThat(Speaker.parse("stolen").objection(message))
          .as(Schema.of(message).schemaName())
          .isPresent();
      assertThat(Speaker.parse(HOST.substring(0, HOST.length() - 1)).objection(message))
          .isPresent();
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void anAdapterThatServesOthersSpeaksAsItselfOnly(Message message) {
    if (!(message instanceof DeadLetter)) {
      assertThat(Speaker.parse("array+" + HOST).objection(message)).isPresent();
    }
  }
}
