package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.oasis.manager.core.contract.Input;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Decision;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.Grant;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Shows that records reach the right controller, its effects go out, and nothing stops it. */
class DomainProcessorTest {
  @Test
  void whatAgentsSayBecomesGrantsDecisionsAndAView() {
    try (Bench bench = new Bench()) {
      for (int i = 1; i <= 10; i++) {
        bench.interval(i);
      }
      assertThat(bench.heard(Topic.DECISIONS)).isNotEmpty();
      assertThat(bench.heard(Topic.GRANTS))
          .flatExtracting(message -> ((GrantBatch) message).grants())
          .extracting(Grant::queue)
          .contains(Said.DEEP, Said.SHALLOW);
      assertThat(bench.heard(Topic.SETTINGS)).as("nothing is pushed in SHADOW").isEmpty();
      assertThat(bench.registry.find(Said.DOMAIN).orElseThrow().queues()).hasSize(2);
      assertThat(bench.counted("oasis.manager.records.used")).isEqualTo(30);
    }
  }

  /** The id in a line and beside it is the one that REST shows. */
  @Test
  void decisionsAreLoggedWithTheirIdsForWhoWantsThat() {
    Logger log = (Logger) LoggerFactory.getLogger(DecisionLog.NAME);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    log.addAppender(lines);
    log.setLevel(Level.DEBUG);
    try (Bench bench = new Bench()) {
      for (int i = 1; i <= 10; i++) {
        bench.interval(i);
      }
      List<String> told =
          bench.heard(Topic.DECISIONS).stream()
              .map(message -> ((Decision) message).header().version())
              .map(version -> version.epoch() + "." + version.sequence())
              .toList();
      assertThat(lines.list)
          .isNotEmpty()
          .allSatisfy(
              line -> {
                String id = String.valueOf(line.getKeyValuePairs().getLast().value);
                assertThat(told).contains(id);
                assertThat(line.getFormattedMessage())
                    .startsWith(Said.DOMAIN.value())
                    .endsWith("(decision " + id + ")");
              });
    } finally {
      log.setLevel(null);
      log.detachAppender(lines);
    }
  }

  /** A flood in front of it, a manager that was stopped, a machine that is overloaded. */
  @Test
  void whatHasWaitedAtTheBrokerIsNotDecidedAbout() {
    try (Bench bench = new Bench()) {
      for (int i = 1; i <= 10; i++) {
        bench.interval(i);
      }
      assertThat(bench.heard(Topic.DECISIONS)).isNotEmpty();
      bench.waiting = 1_000;
      bench.pass(Backlog.LEAST);
      for (int i = 11; i <= 20; i++) {
        bench.interval(i);
      }
      assertThat(bench.heard(Topic.DECISIONS)).isEmpty();
      assertThat(bench.registry.find(Said.DOMAIN).orElseThrow().enforcement().findings())
          .flatExtracting(Findings::findings)
          .anyMatch(found -> found.cause().contains("has waited"));
      bench.waiting = 0;
      for (int i = 21; i <= 23; i++) {
        bench.interval(i);
      }
      assertThat(bench.heard(Topic.DECISIONS))
          .anyMatch(decision -> decision.toString().contains("nothing was decided for 1"));
      assertThat(bench.registry.find(Said.DOMAIN).orElseThrow().enforcement().findings()).isEmpty();
    }
  }

  @Test
  void enforcingPushesSettingsForTheSessionOfTheAdapter() {
    try (Bench bench = new Bench()) {
      bench.say(Said.rails(Said.DOMAIN, 1, Mode.ENFORCE, List.of()));
      for (int i = 1; i <= 10; i++) {
        bench.say(Said.beat());
        bench.say(Said.usage(970));
        bench.interval(i);
      }
      assertThat(bench.heard(Topic.SETTINGS))
          .filteredOn(SettingBatch.class::isInstance)
          .isNotEmpty()
          .allSatisfy(
              message -> assertThat(((SettingBatch) message).session().value()).isEqualTo("s1"));
      assertThat(bench.registry.find(Said.DOMAIN).orElseThrow().rails().mode())
          .isEqualTo(Mode.ENFORCE);
    }
  }

  @Test
  void whatCannotBeUsedGoesToTheDeadLettersWithItsReason() {
    try (Bench bench = new Bench()) {
      bench.send(Topic.REQUESTS, "d", "{".getBytes(StandardCharsets.UTF_8));
      bench.send(Topic.REQUESTS, "d", null);
      assertThat(bench.deadLetters())
          .extracting(DeadLetter::kind)
          .containsExactly(DeadLetter.Kind.MALFORMED, DeadLetter.Kind.MALFORMED);
      assertThat(bench.counted("oasis.manager.records.refused")).isEqualTo(2);
      bench.interval(1);
      assertThat(bench.registry.find(Said.DOMAIN)).as("it goes on").isPresent();
    }
  }

  @Test
  void aKeyThatIsNotTheDomainIsRefused() {
    try (Bench bench = new Bench()) {
      byte[] request =
          new io.oasis.protocol.MessageCodec()
              .encode(Said.request(Said.DEEP, Said.DOMAIN, 1, 1, 1));
      bench.send(Topic.REQUESTS, "another", request);
      bench.send(Topic.REQUESTS, null, request);
      assertThat(bench.deadLetters())
          .hasSize(2)
          .allSatisfy(letter -> assertThat(letter.reason()).contains("must be the domain"));
    }
  }

  @Test
  void aDomainInAWrongPartitionIsRefusedSoThatTwoNeverDecideForIt() {
    DomainId elsewhere = new DomainId("elsewhere");
    int partitions = 64;
    assertThat(Bench.home(elsewhere, partitions)).isNotZero();
    try (Bench bench = new Bench(Decider::controller, partitions)) {
      bench.say(Said.request(Said.DEEP, elsewhere, 1, 1, 1));
      assertThat(bench.deadLetters())
          .singleElement()
          .satisfies(letter -> assertThat(letter.reason()).contains("belongs in partition"));
      assertThat(bench.registry.all()).isEmpty();
    }
  }

  @Test
  void aControllerThatFailsLosesTheRecordAndNothingElse() {
    Decider.Factory failing =
        start -> {
          Decider decider = Decider.controller(start);
          return new Decider() {
            @Override
            public List<io.oasis.manager.core.contract.Effect> on(
                Input input, java.time.Instant now) {
              if (input instanceof Input.Requested(RequestBatch batch)
                  && batch.interval().sequence() == 13) {
                throw new IllegalStateException("a bug");
              }
              return decider.on(input, now);
            }

            @Override
            public boolean isWaiting() {
              return decider.isWaiting();
            }

            @Override
            public io.oasis.manager.core.explain.DomainView view(java.time.Instant now) {
              return decider.view(now);
            }
          };
        };
    try (Bench bench = new Bench(failing, 1)) {
      bench.interval(12);
      bench.say(Said.request(Said.DEEP, Said.DOMAIN, 13, 1, 1));
      assertThat(bench.deadLetters())
          .singleElement()
          .satisfies(letter -> assertThat(letter.reason()).contains("controller", "a bug"));
      assertThat(bench.counted("oasis.manager.records.quarantined")).isEqualTo(1);
      bench.interval(14);
      bench.interval(15);
      assertThat(bench.registry.find(Said.DOMAIN).orElseThrow().queues()).hasSize(2);
    }
  }

  @Test
  void recordsOfAMovedLunAreSentOnAndNotInCircles() {
    DomainId other = new DomainId("pool");
    try (Bench bench = new Bench()) {
      bench.say(
          Said.rails(
              Said.DOMAIN, 1, Mode.SHADOW, List.of(new GuardRails.MovedLun(Said.LUN, other))));
      bench.interval(1);
      assertThat(bench.registry.find(other).orElseThrow().queues()).hasSize(2);
      assertThat(bench.counted("oasis.manager.records.rerouted")).isEqualTo(3);

      bench.say(
          Said.rails(
              other, 1, Mode.SHADOW, List.of(new GuardRails.MovedLun(Said.LUN, Said.DOMAIN))));
      bench.interval(2);
      assertThat(bench.deadLetters())
          .hasSize(3)
          .allSatisfy(letter -> assertThat(letter.reason()).contains("chain"));
    }
  }

  @Test
  void aViewIsShownAtMostOnceASecondBetweenDecisions() {
    try (Bench bench = new Bench()) {
      int[] shown = {0};
      bench.registry.listen(domain -> shown[0]++);
      for (int i = 0; i < 100; i++) {
        bench.say(Said.usage(i));
        bench.pass(Duration.ofMillis(10));
      }
      assertThat(shown[0]).isBetween(1, 3);
    }
  }

  @Test
  void receivedIsTheSumOfWhatBecameOfIt() {
    try (Bench bench = new Bench()) {
      bench.interval(1);
      bench.send(Topic.USAGE, "x", new byte[3]);
      LunReport report = Said.report(Said.LUN, Said.DOMAIN, 2);
      bench.say(report);
      assertThat(bench.counted("oasis.manager.records.received"))
          .isEqualTo(
              bench.counted("oasis.manager.records.used")
                  + bench.counted("oasis.manager.records.refused")
                  + bench.counted("oasis.manager.records.quarantined")
                  + bench.counted("oasis.manager.records.rerouted"))
          .isEqualTo(5);
    }
  }
}
