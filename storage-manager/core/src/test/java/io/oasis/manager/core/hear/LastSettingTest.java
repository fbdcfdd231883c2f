package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A setting is felt some time after it was answered; one that nobody answers is lost. */
class LastSettingTest {
  private static final Instant SENT = Instant.ofEpochSecond(1_000);
  private static final Version VERSION = new Version(1, 7);
  private static final Duration HALF = Duration.ofMillis(125);

  private final LastSetting setting = new LastSetting();

  @Test
  void isInForceForSoLongAfterItWasAnsweredNotSent() {
    setting.sent(VERSION, SENT);
    assertThat(setting.isAnsweredFor(HALF, SENT.plusMillis(900))).isFalse();
    setting.answered(VERSION, SENT.plusMillis(900));
    assertThat(setting.isAnsweredFor(HALF, SENT.plusMillis(1_000))).isFalse();
    assertThat(setting.isAnsweredFor(HALF, SENT.plusMillis(1_025))).isTrue();
  }

  @Test
  void anAnswerToAnEarlierOneIsNone() {
    setting.sent(VERSION, SENT);
    setting.answered(new Version(1, 6), SENT.plusMillis(10));
    assertThat(setting.isOpen()).isTrue();
    assertThat(setting.isOld(SENT.plusMillis(3_000))).isFalse();
    assertThat(setting.isOld(SENT.plusMillis(3_001))).isTrue();
  }

  @Test
  void anAnswerIsLostAfterHalfAMinuteIfThereWasNone() {
    setting.sent(VERSION, SENT);
    assertThat(setting.isAnswerLost(SENT.plusMillis(30_000))).isFalse();
    assertThat(setting.isAnswerLost(SENT.plusMillis(30_001))).isTrue();
    setting.answered(VERSION, SENT.plusMillis(40_000));
    assertThat(setting.isAnswerLost(SENT.plusMillis(40_000))).isFalse();
  }
}
