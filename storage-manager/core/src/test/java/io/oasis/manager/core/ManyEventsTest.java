package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.hear.Said;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Decision;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A domain in which more happened than a decision tells is decided about all the same. */
class ManyEventsTest {
  /** More than the thousand that a decision takes. */
  private static final int MANY = 1_100;

  private final DomainController controller =
      new DomainController(
          Said.DOMAIN,
          new ControllerConfig(
              Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.ENFORCE, "proportional-fair"),
          Optional.empty(),
          List.of());

  private void speak(List<QueueId> queues) {
    LunInterval interval =
        new LunInterval(Said.DOMAIN, new LunId("lun"), new HostId("h"), 1, Said.NOW, 1_000);
    RequestBatch.of(interval, queues.stream().map(queue -> Said.reads(queue, 10)).toList())
        .forEach(batch -> controller.on(new Input.Requested(batch), Said.NOW));
  }

  private Decision decide() {
    return controller.on(new Input.LunReported(Said.lun("h", "lun", 1_000)), Said.NOW).stream()
        .filter(Effect.Publish.class::isInstance)
        .map(effect -> ((Effect.Publish) effect).message())
        .filter(Decision.class::isInstance)
        .map(Decision.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** As after the manager was started again: each is told to be held as it was found. */
  @Test
  void whereManyLimitsAreFoundInForce() {
    List<QueueId> queues =
        IntStream.range(0, MANY).mapToObj(i -> QueueId.parse("h:/" + i + "|lun")).toList();
    speak(queues);
    for (QueueId queue : queues) {
      Outcome outcome =
          new Outcome(
              queue,
              new Version(1, 1),
              Outcome.State.WRITTEN,
              Optional.of(RateBound.ofIops(50)),
              "");
      controller.on(
          new Input.Settled(
              new OutcomeBatch(
                  Said.DOMAIN,
                  new AdapterId("h:x"),
                  new SessionId("s"),
                  Said.NOW,
                  List.of(outcome))),
          Said.NOW);
    }
    Decision told = decide();
    assertThat(told.totalQueues()).isEqualTo(MANY);
    assertThat(told.events())
        .hasSizeLessThan(MANY)
        .anyMatch(event -> event.contains("earlier events are left out"))
        .anyMatch(event -> event.endsWith("as it was found"));
  }

  @Test
  void whereMuchHappenedWhileNobodySpoke() {
    for (int revision = 1; revision <= MANY; revision++) {
      controller.on(
          new Input.RailsChanged(
              new GuardRails(
                  Said.DOMAIN,
                  revision,
                  Said.NOW,
                  Mode.ENFORCE,
                  "proportional-fair",
                  List.of(),
                  List.of())),
          Said.NOW);
    }
    speak(List.of(QueueId.parse("h:/a|lun")));
    assertThat(decide().events())
        .contains("600 earlier events are left out", "guard rails changed");
  }
}
