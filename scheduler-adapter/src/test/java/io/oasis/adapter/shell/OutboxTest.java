package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows that an adapter sends few records and that none overtakes another. */
class OutboxTest {
  private static final DomainId DOMAIN = new DomainId("d");
  private static final AdapterId ADAPTER = new AdapterId("a");
  private static final SessionId SESSION = new SessionId("s");

  private final List<Message> wire = new ArrayList<>();
  private final Outbox outbox = new Outbox(wire::add);

  @Test
  void neighboursAreOneRecordAndAStatusKeepsItsPlace() {
    outbox.send(outcome(1));
    outbox.send(outcome(2));
    assertThat(wire).isEmpty();
    outbox.send(status());
    outbox.send(outcome(3));
    outbox.send(usage());
    outbox.flush();
    assertThat(wire)
        .hasSize(4)
        .hasOnlyElementsOfTypes(OutcomeBatch.class, AdapterStatus.class, UsageBatch.class);
    assertThat(wire.getFirst())
        .isInstanceOfSatisfying(
            OutcomeBatch.class,
            batch ->
                assertThat(batch.outcomes())
                    .extracting(o -> o.version().sequence())
                    .containsExactly(1L, 2L));
    assertThat(wire.get(1)).isEqualTo(status());
    outbox.flush();
    assertThat(wire).hasSize(4);
  }

  private static QueueId queue() {
    return new QueueId(new ApplicationId("p"), new LunId("l"));
  }

  private static OutcomeBatch outcome(long sequence) {
    Outcome outcome =
        new Outcome(queue(), new Version(1, sequence), Outcome.State.WRITTEN, Optional.empty(), "");
    Instant at = Instant.ofEpochSecond(sequence);
    return new OutcomeBatch(DOMAIN, ADAPTER, SESSION, at, List.of(outcome));
  }

  private static Message usage() {
    Usage usage = new Usage(queue().application(), Flow.NONE, Flow.NONE);
    return new UsageBatch(DOMAIN, queue().lun(), ADAPTER, Instant.EPOCH, 1_000, List.of(usage));
  }

  private static Message status() {
    return new AdapterStatus(
        ADAPTER,
        SESSION,
        DOMAIN,
        Instant.EPOCH,
        new Version(1, 2),
        1,
        new AdapterStatus.Target("fake", 1, Optional.empty()));
  }
}
