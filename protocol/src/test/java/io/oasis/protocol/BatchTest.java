package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shows that joined batches say of each queue what the short ones said, in order, and that the
 * longest record that is made stays below what its topic takes.
 */
class BatchTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final SessionId SESSION = new SessionId("s");
  private static final AdapterId ADAPTER = new AdapterId("a");
  private static final String LONGEST_NAME = "\u20ac".repeat(512);
  private static final String LONGEST_CAUSE = "\u20ac".repeat(1_000);

  @Test
  void outcomesOfADomainComeTogetherWhenTheLastIsSent() {
    List<OutcomeBatch> ones = new ArrayList<>();
    for (int i = 0; i < 2 * OutcomeBatch.MOST + 1; i++) {
      Outcome outcome = outcome("q" + i % 7, i, "");
      ones.add(outcomes("d" + i % 2, AT.plusSeconds(i), List.of(outcome)));
    }
    List<OutcomeBatch> joined = OutcomeBatch.joined(ones);
    assertThat(joined)
        .extracting(batch -> batch.domain() + " " + batch.outcomes().size() + " " + batch.at())
        .containsExactly(
            "d0 25 2026-03-01T12:00:50Z",
            "d0 1 2026-03-01T12:00:50Z",
            "d1 25 2026-03-01T12:00:49Z");
    assertThat(joined.getLast().outcomes())
        .extracting(outcome -> outcome.version().sequence())
        .isSorted()
        .allSatisfy(sequence -> assertThat(sequence).isOdd());
  }

  @Test
  void settingsAndGrantsStayInOrder() {
    List<SettingBatch> settings = new ArrayList<>();
    List<GrantBatch> grants = new ArrayList<>();
    for (int i = 0; i < 2 * SettingBatch.MOST + 1; i++) {
      settings.add(settings(List.of(setting("q" + i % 7, i))));
      grants.add(grants(List.of(grant("q" + i % 7, i, ""))));
    }
    assertThat(SettingBatch.joined(settings))
        .hasSize(3)
        .flatExtracting(SettingBatch::settings)
        .containsExactlyElementsOf(settings.stream().flatMap(b -> b.settings().stream()).toList());
    assertThat(GrantBatch.joined(grants))
        .hasSize(5)
        .flatExtracting(GrantBatch::grants)
        .containsExactlyElementsOf(grants.stream().flatMap(b -> b.grants().stream()).toList());
  }

  @Test
  void settingsOfAnotherSessionStayApart() {
    SettingBatch one = settings(List.of(setting("q", 1)));
    SettingBatch other =
        new SettingBatch(
            one.domain(), ADAPTER, new SessionId("t"), AT, one.leaseMillis(), one.settings());
    assertThat(SettingBatch.joined(List.of(one, other, one)))
        .containsExactly(one.with(List.of(setting("q", 1), setting("q", 1))), other);
  }

  /** Each domain is a partition of its own: its grants are never sent with another's. */
  @Test
  void grantsOfAnotherDomainOrPaceStayApart() {
    GrantBatch one = grants(List.of(grant("q", 1, "")));
    GrantBatch other = new GrantBatch(new DomainId("e"), AT, one.grants());
    GrantBatch paced = new GrantBatch(one.domain(), AT, one.grants(), Optional.of(250L));
    assertThat(GrantBatch.joined(List.of(one, other, paced, one)))
        .containsExactly(grants(List.of(grant("q", 1, ""), grant("q", 1, ""))), other, paced);
  }

  @Test
  void aUsageIsOfItsApplicationOnTheBatchsLun() {
    UsageBatch batch = usages("l1", List.of(usage("q")));
    assertThat(batch.queue(batch.queues().getFirst())).hasToString("q|l1");
  }

  @Test
  void usagesOfOneLunAndIntervalComeTogether() {
    List<UsageBatch> ones = new ArrayList<>();
    for (int i = 0; i < UsageBatch.MOST + 1; i++) {
      ones.add(usages("l1", List.of(usage("q" + i))));
    }
    ones.add(usages("l2", List.of(usage("q"))));
    List<UsageBatch> batches = UsageBatch.joined(ones);
    assertThat(batches).extracting(batch -> batch.queues().size()).containsExactly(100, 1, 1);
    assertThat(batches)
        .flatExtracting(batch -> batch.queues().stream().map(batch::queue).toList())
        .containsExactlyElementsOf(
            ones.stream().map(batch -> batch.queue(batch.queues().getFirst())).toList());
  }

  @Test
  void theLongestNamesAndCausesFit() {
    Outcome outcome = outcome(LONGEST_NAME, 1L << 53, LONGEST_CAUSE);
    Setting setting = setting(LONGEST_NAME, 1L << 53);
    Grant grant = grant(LONGEST_NAME, 1L << 53, LONGEST_CAUSE);
    for (Message longest :
        List.of(
            outcomes(LONGEST_NAME, AT, Collections.nCopies(OutcomeBatch.MOST, outcome)),
            usages(LONGEST_NAME, Collections.nCopies(UsageBatch.MOST, usage(LONGEST_NAME))),
            settings(Collections.nCopies(SettingBatch.MOST, setting)),
            grants(Collections.nCopies(GrantBatch.MOST, grant)),
            answers(LONGEST_NAME, LONGEST_CAUSE))) {
      Schema schema = Schema.of(longest);
      assertThat(new MessageCodec().encode(longest).length)
          .as(schema.schemaName())
          .isLessThan(schema.topic().maxBytes());
    }
  }

  private static OutcomeBatch outcomes(String domain, Instant at, List<Outcome> outcomes) {
    return new OutcomeBatch(new DomainId(domain), ADAPTER, SESSION, at, outcomes);
  }

  private static Outcome outcome(String queue, long sequence, String cause) {
    return new Outcome(
        new QueueId(new ApplicationId(queue), new LunId(queue)),
        new Version(1, sequence),
        Outcome.State.STUCK,
        Optional.of(RateBound.ofIops(1234.5678)),
        cause);
  }

  private static SettingBatch settings(List<Setting> settings) {
    return new SettingBatch(new DomainId("d"), ADAPTER, SESSION, AT, 15_000, settings);
  }

  private static Setting setting(String queue, long sequence) {
    Optional<RateBound> bound = Optional.of(RateBound.ofIops(1234.5678));
    return new Setting(
        new QueueId(new ApplicationId(queue), new LunId(queue)),
        new Version(1, sequence),
        bound,
        0.123456789,
        bound,
        Optional.of(1.23456789));
  }

  private static GrantBatch grants(List<Grant> grants) {
    return new GrantBatch(new DomainId("d"), AT, grants);
  }

  private static GrantBatch answers(String name, String reason) {
    SpaceGrant answer =
        new SpaceGrant(new LunId(name), new HostId(name), reason, 1L << 53, 1L << 53, reason);
    return grants(List.of())
        .answering(Collections.nCopies(GrantBatch.MOST_SPACE, answer))
        .getFirst();
  }

  private static Grant grant(String queue, long sequence, String reason) {
    return new Grant(
        new QueueId(new ApplicationId(queue), new LunId(queue)),
        new Version(1, sequence),
        Optional.of(RateBound.ofIops(1234.5678)),
        true,
        reason);
  }

  private static UsageBatch usages(String lun, List<Usage> usages) {
    return new UsageBatch(new DomainId("d"), new LunId(lun), ADAPTER, AT, 1_000, usages);
  }

  private static Usage usage(String application) {
    Flow flow = new Flow(1234.5678, 1234.5678, 1234.5678e6, 1234.5678);
    return new Usage(new ApplicationId(application), flow, flow);
  }
}
