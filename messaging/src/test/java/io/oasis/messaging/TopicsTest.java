package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Topic;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shows what a topic asks of its broker. */
class TopicsTest {
  @ParameterizedTest
  @EnumSource(Topic.class)
  void whatIsKeptForATimeIsCompressedAndGoes(Topic topic) {
    Map<String, String> config = Topics.configOf(topic);
    boolean isForATime = topic.kept() == Topic.Kept.FOR;
    assertThat(config)
        .containsEntry(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            isForATime ? TopicConfig.CLEANUP_POLICY_DELETE : TopicConfig.CLEANUP_POLICY_COMPACT);
    assertThat(config.containsKey(TopicConfig.RETENTION_MS_CONFIG)).isEqualTo(isForATime);
    assertThat(config.containsKey(TopicConfig.COMPRESSION_TYPE_CONFIG)).isEqualTo(isForATime);
  }

  @Test
  void whatIsAcknowledgedIsHadByAllReplicasButOne() {
    assertThat(Topics.leastInSync(1)).isEmpty();
    assertThat(Topics.leastInSync(2)).as("one lost would stop all").isEmpty();
    assertThat(Topics.leastInSync(3)).contains(2);
    assertThat(Topics.topic(Topic.DECISIONS, 4, 3).configs())
        .containsEntry(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
  }
}
