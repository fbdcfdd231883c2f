package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shows that what is said of many queues in one record is what was said of each, in order, and that
 * the longest record that is made stays below what its topic takes.
 */
class BatchTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final SessionId SESSION = new SessionId("s");
  private static final AdapterId ADAPTER = new AdapterId("a");
  private static final String LONGEST_NAME = "\u20ac".repeat(512);
  private static final String LONGEST_CAUSE = "\u20ac".repeat(1_000);

  @Test
  void outcomesComeApartAsTheyWerePutTogether() {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 2 * OutcomeBatch.MOST + 1; i++) {
      outcomes.add(outcome("d" + i % 2, "q" + i % 7, i, ""));
    }
    List<Outcome> apart = new ArrayList<>();
    OutcomeBatch.of(outcomes).forEach(batch -> apart.addAll(batch.each()));
    assertThat(apart)
        .hasSameElementsAs(outcomes)
        .filteredOn(outcome -> outcome.domain().value().equals("d1"))
        .isSortedAccordingTo((a, b) -> a.version().compareTo(b.version()));
    assertThat(OutcomeBatch.of(outcomes)).hasSize(3);
  }

  @Test
  void settingsAndGrantsComeApartAsTheyWerePutTogether() {
    List<Setting> settings = new ArrayList<>();
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < 2 * SettingBatch.MOST + 1; i++) {
      settings.add(setting("q" + i % 7, i));
      grants.add(grant("q" + i % 7, i, ""));
    }
    assertThat(SettingBatch.of(settings))
        .hasSize(3)
        .flatExtracting(SettingBatch::apart)
        .containsExactlyElementsOf(settings);
    assertThat(GrantBatch.of(grants))
        .hasSize(5)
        .flatExtracting(GrantBatch::apart)
        .containsExactlyElementsOf(grants);
  }

  @Test
  void usagesOfOneLunAndIntervalComeTogether() {
    List<Usage> usages = new ArrayList<>();
    for (int i = 0; i < UsageBatch.MOST + 1; i++) {
      usages.add(usage("l1", "q" + i));
    }
    usages.add(usage("l2", "q"));
    List<UsageBatch> batches = UsageBatch.of(usages);
    assertThat(batches).extracting(batch -> batch.queues().size()).containsExactly(100, 1, 1);
    assertThat(batches)
        .flatExtracting(batch -> batch.queues().stream().map(batch::queue).toList())
        .containsExactlyElementsOf(usages.stream().map(Usage::queue).toList());
  }

  @Test
  void theLongestNamesAndCausesFit() {
    MessageCodec codec = new MessageCodec();
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < OutcomeBatch.MOST; i++) {
      outcomes.add(outcome(LONGEST_NAME, LONGEST_NAME, 1L << 53, LONGEST_CAUSE));
    }
    List<Usage> usages = new ArrayList<>();
    for (int i = 0; i < UsageBatch.MOST; i++) {
      usages.add(usage(LONGEST_NAME, LONGEST_NAME));
    }
    List<Setting> settings = new ArrayList<>();
    for (int i = 0; i < SettingBatch.MOST; i++) {
      settings.add(setting(LONGEST_NAME, 1L << 53));
    }
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < GrantBatch.MOST; i++) {
      grants.add(grant(LONGEST_NAME, 1L << 53, LONGEST_CAUSE));
    }
    assertThat(codec.encode(SettingBatch.of(settings).getFirst()).length)
        .isLessThan(Topic.SETTINGS.maxBytes());
    assertThat(codec.encode(GrantBatch.of(grants).getFirst()).length)
        .isLessThan(Topic.GRANTS.maxBytes());
    assertThat(codec.encode(OutcomeBatch.of(outcomes).getFirst()).length)
        .isLessThan(Topic.OUTCOMES.maxBytes());
    assertThat(codec.encode(UsageBatch.of(usages).getFirst()).length)
        .isLessThan(Topic.USAGE.maxBytes());
  }

  private static Outcome outcome(String domain, String queue, long sequence, String cause) {
    return new Outcome(
        new QueueId(new ApplicationId(queue), new LunId(queue)),
        new DomainId(domain),
        ADAPTER,
        SESSION,
        new Version(1, sequence),
        AT,
        Outcome.State.STUCK,
        Optional.of(RateBound.ofIops(1234.5678)),
        cause);
  }

  private static Setting setting(String queue, long sequence) {
    Optional<RateBound> bound = Optional.of(RateBound.ofIops(1234.5678));
    return new Setting(
        new QueueId(new ApplicationId(queue), new LunId(queue)),
        new DomainId("d"),
        new Version(1, sequence),
        ADAPTER,
        SESSION,
        AT,
        bound,
        0.123456789,
        15_000,
        bound,
        Optional.of(1.23456789));
  }

  private static Grant grant(String queue, long sequence, String reason) {
    return new Grant(
        new QueueId(new ApplicationId(queue), new LunId(queue)),
        new DomainId("d"),
        new Version(1, sequence),
        AT,
        Optional.of(RateBound.ofIops(1234.5678)),
        true,
        reason);
  }

  private static Usage usage(String lun, String application) {
    Flow flow = new Flow(1234.5678, 1234.5678, 1234.5678e6, 1234.5678);
    return new Usage(
        new QueueId(new ApplicationId(application), new LunId(lun)),
        new DomainId("d"),
        ADAPTER,
        AT,
        1_000,
        flow,
        flow);
  }
}
