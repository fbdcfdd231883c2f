package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.utils.internals.ExponentialBackoff;
import org.junit.jupiter.api.Test;

/** Shows that a client asks who leads before it connects to the leader of before once more. */
class FailoverTest {
  private static final Map<String, Object> SETTINGS = Failover.settings();
  private static final int LOSSES = 10_000;
  private static final int ATTEMPTS = 12;

  @Test
  void whoLeadsIsAskedBeforeTheLeaderOfBeforeIsTriedAgain() {
    assertThat(losses(SETTINGS)).isZero();
  }

  @Test
  void asKafkaItselfHasItTheLeaderOfBeforeIsMostlyTriedFirst() {
    assertThat(losses(ProducerConfig.configDef().defaultValues())).isGreaterThan(LOSSES / 2);
    assertThat(losses(AdminClientConfig.configDef().defaultValues())).isGreaterThan(LOSSES / 2);
  }

  @Test
  void kafkaKnowsTheSettings() {
    assertThat(ProducerConfig.configNames()).containsAll(SETTINGS.keySet());
    assertThat(AdminClientConfig.configNames()).containsAll(SETTINGS.keySet());
  }

  /** How often a connection is made before a question may be asked, both as often in vain. */
  private static int losses(Map<String, Object> settings) {
    ExponentialBackoff connect =
        backoff(
            settings,
            CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG,
            CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG);
    ExponentialBackoff ask =
        backoff(
            settings,
            CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG,
            CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG);
    int losses = 0;
    for (int i = 0; i < LOSSES; i++) {
      int attempt = i % ATTEMPTS;
      losses += connect.backoff(attempt) <= ask.backoff(attempt) ? 1 : 0;
    }
    return losses;
  }

  private static ExponentialBackoff backoff(Map<String, Object> settings, String from, String to) {
    return new ExponentialBackoff(
        millis(settings, from),
        CommonClientConfigs.RETRY_BACKOFF_EXP_BASE,
        millis(settings, to),
        CommonClientConfigs.RETRY_BACKOFF_JITTER);
  }

  private static long millis(Map<String, Object> settings, String name) {
    return Long.parseLong(String.valueOf(settings.get(name)));
  }
}
