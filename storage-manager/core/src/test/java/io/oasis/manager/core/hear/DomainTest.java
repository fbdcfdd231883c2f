package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.MovedLun;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who takes part in a domain, for how long, and what is told of it. */
class DomainTest {
  private static final RateBound LIMIT = RateBound.ofIops(100);
  private static final DomainId OTHER = new DomainId("other");
  private static final AdapterId ADAPTER = new AdapterId("h:x");

  private final Domain domain = domain(1_000);
  private Instant now = Said.NOW;

  private static Domain domain(long intervalMillis) {
    Duration interval = Duration.ofMillis(intervalMillis);
    return new Domain(
        Said.DOMAIN,
        new ControllerConfig(interval, interval.multipliedBy(15), Mode.SHADOW, "oasis"),
        Optional.empty());
  }

  private static LunId lun(String name) {
    return new LunId(name);
  }

  /** So many seconds in which something is heard. */
  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      hear(domain, 1_000);
    }
  }

  private void hear(Domain hearing, long millis) {
    now = now.plusMillis(millis);
    hearing.time().hears(now);
  }

  private HeardQueue limited(String name, AdapterId adapter) {
    HeardQueue queue = domain.add(new QueueId(new ApplicationId("h:/" + name), lun("a")));
    queue.servedBy(adapter);
    queue.sent(Optional.of(LIMIT), domain.nextVersion(), now);
    return queue;
  }

  private static GuardRails said(Mode mode, MovedLun... moved) {
    return new GuardRails(
        Said.DOMAIN,
        new GuardRails.Change(1, Said.NOW, Optional.of("quiet"), Optional.of("alice")),
        mode,
        "oasis",
        List.of(),
        List.of(moved),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({"250, 4000", "1000, 4000", "5000, 20000"})
  void aQueueIsSilentAfterFourIntervalsAndNoSoonerThanFourSeconds(long interval, long silent) {
    Domain at = domain(interval);
    hear(at, interval);
    HeardQueue queue = at.add(QueueId.parse("h:/a|a"));
    assertThat(at.isSilent(queue)).as("its agent did not speak of it").isTrue();
    queue.take(Said.reads(queue.id(), 1), at.heard());
    for (long passed = 0; passed < silent; passed += interval) {
      hear(at, interval);
    }
    assertThat(at.isSilent(queue)).isFalse();
    hear(at, interval);
    assertThat(at.isSilent(queue)).isTrue();
  }

  @Test
  void theIntervalIsTheShortOneWhereAllLunsAreMeasuredAtIt() {
    assertThat(domain.interval()).isEqualTo(Duration.ofSeconds(1));
    domain.reported(Said.lun("h", "a", 250));
    assertThat(domain.interval()).isEqualTo(ControllerConfig.SHORT);
    domain.reported(Said.lun("h", "b", 1_000));
    assertThat(domain.interval()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void anIntervalThatIsShorterStays() {
    Domain shorter = domain(100);
    shorter.reported(Said.lun("h", "a", 100));
    assertThat(shorter.interval()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void whileItListensWhatAnAdapterHasSeenPutsAllInDoubt() {
    HeardQueue its = limited("its", ADAPTER);
    HeardQueue others = limited("other", new AdapterId("other:x"));
    domain.begin();
    pass(4);
    assertThat(domain.isListening()).isTrue();
    assertThat(domain.continueAbove(new Version(9, 5), ADAPTER)).isTrue();
    assertThat(domain.version()).isEqualTo(new Version(10, 0));
    assertThat(its.limit()).isNull();
    assertThat(others.limit()).isNull();
    assertThat(domain.isEventful()).isTrue();
    domain.note("first");
    assertThat(domain.takeEvents()).containsExactly("took over at epoch 10", "first");
    assertThat(domain.isEventful()).isFalse();
    assertThat(domain.takeEvents()).isEmpty();
  }

  @Test
  void laterItPutsInDoubtWhatThatAdapterHasItself() {
    HeardQueue its = limited("its", ADAPTER);
    HeardQueue others = limited("other", new AdapterId("other:x"));
    domain.begin();
    pass(5);
    assertThat(domain.isListening()).isFalse();
    assertThat(domain.continueAbove(new Version(9, 5), ADAPTER)).isTrue();
    assertThat(its.limit()).isNull();
    assertThat(others.limit()).isEqualTo(LIMIT);
  }

  @Test
  void aVersionThatIsNoNewsOrThatNobodyCanHaveSeenChangesNothing() {
    Version before = domain.version();
    assertThat(domain.continueAbove(before, ADAPTER)).isFalse();
    assertThat(domain.continueAbove(new Version(Version.MOST_SEEN_EPOCH + 1, 0), ADAPTER))
        .isFalse();
    assertThat(domain.version()).isEqualTo(before);
    assertThat(domain.isEventful()).isFalse();
    assertThat(domain.continueAbove(new Version(Version.MOST_SEEN_EPOCH, 0), ADAPTER)).isTrue();
    assertThat(domain.version()).isEqualTo(new Version(Version.MOST_SEEN_EPOCH + 1, 0));
  }

  @Test
  void aChangeIsToldWithWhoAndWhy() {
    domain.rail(said(Mode.ENFORCE));
    domain.rail(said(Mode.ENFORCE));
    domain.rail(GuardRails.initial(Said.DOMAIN, Mode.SHADOW, "oasis"));
    assertThat(domain.takeEvents())
        .containsExactly(
            "mode changed from SHADOW to ENFORCE by alice: quiet",
            "guard rails changed by alice: quiet",
            "mode changed from ENFORCE to SHADOW");
  }

  @Test
  void adaptersAreToldWhatToDoOnTheWordOfTheMode() {
    assertThat(domain.authority()).contains(Authority.in(Mode.SHADOW));
    domain.rail(said(Mode.ENFORCE));
    assertThat(domain.authority()).contains(Authority.in(Mode.ENFORCE));
  }

  @Test
  void anotherModeEndsATrialAndNothingElseDoes() {
    domain.rail(said(Mode.ENFORCE));
    assertThat(domain.enforcing()).isTrue();
    domain.setOnTrial(true);
    assertThat(domain.enforcing()).isFalse();
    domain.rail(said(Mode.ENFORCE));
    assertThat(domain.isOnTrial()).isTrue();
    domain.rail(said(Mode.SHADOW));
    assertThat(domain.isOnTrial()).isFalse();
  }

  @Test
  void aLunThatIsMovedIsForgottenHere() {
    domain.reported(Said.lun("h", "a", 1_000));
    domain.reported(Said.lun("h", "b", 1_000));
    domain.rail(said(Mode.SHADOW, new MovedLun(lun("a"), OTHER)));
    assertThat(domain.lun(lun("a"))).isNull();
    assertThat(domain.lun(lun("b"))).isNotNull();
    assertThat(domain.movedTo(lun("a"))).contains(OTHER);
    assertThat(domain.movedTo(lun("b"))).isEmpty();
  }

  @Test
  void aLunThatIsMovedHereIsHere() {
    domain.rail(said(Mode.SHADOW, new MovedLun(lun("a"), Said.DOMAIN)));
    assertThat(domain.id()).isEqualTo(Said.DOMAIN);
    assertThat(domain.movedTo(lun("a"))).isEmpty();
  }

  @Test
  void aLunThatWasNotReportedForAMinuteIsForgotten() {
    domain.reported(Said.lun("h", "a", 1_000));
    domain.reported(Said.lun("h", "b", 1_000));
    pass(1);
    domain.reported(Said.lun("h", "b", 1_000));
    pass(59);
    domain.forgetSilent();
    assertThat(domain.luns()).hasSize(2);
    pass(1);
    domain.forgetSilent();
    assertThat(domain.lun(lun("a"))).isNull();
    assertThat(domain.lun(lun("b"))).isNotNull();
  }

  @Test
  void queuesThatAreForgottenMakeRoom() {
    for (int i = 0; i < Crowd.MOST_OF_HOST; i++) {
      domain.add(QueueId.parse("h:/%d|a".formatted(i)));
    }
    QueueId next = QueueId.parse("h:/next|a");
    pass(60);
    assertThat(domain.forgetSilent()).isEmpty();
    assertThat(domain.admits(next)).isFalse();
    pass(1);
    assertThat(domain.forgetSilent()).hasSize(Crowd.MOST_OF_HOST);
    assertThat(domain.queues()).isEmpty();
    assertThat(domain.admits(next)).isTrue();
  }

  @Test
  void aDecisionWaitsUntilAllLunsHaveReported() {
    domain.reported(Said.lun("h", "a", 1_000));
    domain.reported(Said.lun("h", "b", 1_000));
    assertThat(domain.isComplete()).isTrue();
    domain.decided();
    assertThat(domain.isWaiting()).isFalse();
    domain.reported(Said.lun("h", "a", 1_000));
    assertThat(domain.isWaiting()).isTrue();
    assertThat(domain.isComplete()).isFalse();
    domain.reported(Said.lun("h", "b", 1_000));
    assertThat(domain.isComplete()).isTrue();
  }
}
