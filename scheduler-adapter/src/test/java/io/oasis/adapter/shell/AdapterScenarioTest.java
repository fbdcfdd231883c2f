package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.Outcome.State;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows in virtual time what an adapter does when all is well, and when something is not. */
class AdapterScenarioTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir Path stateDir;
  private World world;

  @BeforeEach
  void start() throws Exception {
    world = new World(stateDir);
  }

  private Throttle held(String name) {
    return world.target.read(world.place(name));
  }

  @Test
  void aSettingIsJournaledWrittenReadBackAndTold() throws Exception {
    world.now(world.setting("a", 1, 1, 1_000));

    assertThat(held("a")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));
    assertThat(world.journaled()).containsExactly(world.place("a"));
    Outcome outcome = world.lastOutcome("a");
    assertThat(outcome.state()).isEqualTo(State.WRITTEN);
    assertThat(outcome.applied().orElseThrow().iops().orElseThrow().perSecond()).isEqualTo(1_000);
    world.pass(SECOND);
    assertThat(world.lastStatus().limitsInForce()).isEqualTo(1);
    assertThat(world.lastStatus().highestVersion()).isEqualTo(new Version(1, 1));
  }

  @Test
  void theSameLimitAgainIsNotWrittenAgain() {
    world.now(world.setting("a", 1, 1, 1_000));
    int writes = world.target.writes();

    world.now(world.setting("a", 1, 2, 1_000));
    world.pass(SECOND);

    assertThat(world.target.writes()).isEqualTo(writes);
    assertThat(world.lastOutcome("a").version()).isEqualTo(new Version(1, 2));
  }

  @Test
  void ofManySettingsThatWaitOnlyTheNewestIsWritten() {
    for (int i = 1; i <= 50; i++) {
      world.deliver(world.setting("a", 1, i, 1_000 + 2 * i));
    }
    world.turn();

    assertThat(held("a")).isEqualTo(Throttle.ofEach(550, 550, 0, 0));
    assertThat(world.target.writes()).isEqualTo(2);
  }

  @Test
  void withoutWordTheLeaseEndsAndWhatWasThereBeforeIsBack() throws Exception {
    world.target.set(world.place("a"), Throttle.ofEach(5_000, 0, 0, 0));
    world.now(world.setting("a", 1, 1, 1_000));
    SessionId before = world.session();

    world.pass(World.LEASE.minusMillis(200));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));
    world.pass(Duration.ofMillis(400));

    assertThat(held("a")).isEqualTo(Throttle.ofEach(5_000, 0, 0, 0));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.RELEASED);
    assertThat(world.session()).isNotEqualTo(before);
    assertThat(world.journaled()).isEmpty();
  }

  @Test
  void renewalsKeepItInForceAndOldOnesDoNot() {
    world.now(world.setting("a", 1, 1, 1_000));
    SessionId session = world.session();
    for (int i = 2; i < 12; i++) {
      world.pass(Duration.ofSeconds(5));
      world.now(world.renewal(new Version(1, i), session));
    }
    assertThat(held("a")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));

    for (int i = 2; i < 12; i++) {
      world.pass(Duration.ofSeconds(5));
      world.now(world.renewal(new Version(1, i), session)); // replayed
    }
    assertThat(held("a")).isEqualTo(Throttle.NONE);
  }

  @Test
  void refusesOtherSessionsOldVersionsAndTheUnattributed() {
    world.now(world.setting("a", 2, 5, 1_000));
    Throttle held = held("a");

    world.now(world.setting("a", new Version(9, 9), new SessionId("other"), Optional.of(10.0)));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.REFUSED);
    assertThat(world.lastOutcome("a").cause()).contains("session other");
    world.now(world.setting("a", 1, 99, 10));
    assertThat(world.lastOutcome("a").cause()).contains("1.99 is not newer than 2.5");
    assertThat(held("a")).isEqualTo(held);
    QueueId nobodys = QueueId.parse("h:" + QueueId.UNATTRIBUTED + "|" + World.LUN);
    Optional<RateBound> limit = Optional.of(RateBound.ofIops(500));
    world.now(
        world
            .setting("a", 2, 7, 500)
            .with(List.of(new Setting(nobodys, new Version(2, 7), limit, 0.5))));
    assertThat(world.outcomes().getLast().state()).isEqualTo(State.REFUSED);
    assertThat(world.target.limits()).hasSize(1);
  }

  @Test
  void limitsAGroupThatIsCalledLikeNobodys() {
    world.appear("a:unattributed", 13);
    world.pass(Duration.ofSeconds(2));
    world.now(world.setting("a:unattributed", 1, 1, 1_000));
    assertThat(world.lastOutcome("a:unattributed").state()).isEqualTo(State.WRITTEN);
    assertThat(held("a:unattributed")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));
  }

  /** Who could not be limited would be free. */
  @Test
  void aLimitBelowTheLeastIsTheLeastAndSaysSo() {
    world.now(world.setting("a", 1, 1, 1));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.WRITTEN);
    assertThat(world.lastOutcome("a").cause()).contains("limit of 1 IOPS is held at 2");
    assertThat(held("a")).isEqualTo(Throttle.ofEach(1, 1, 0, 0));
  }

  @Test
  void aManagerThatWasSucceededIsNotHeardOnAnyQueue() {
    world.now(world.setting("a", 1, 1, 1_000));
    world.now(world.setting("b", 1, 2, 1_000));
    world.now(world.setting("a", 2, 1, 800));

    world.now(world.setting("b", 1, 9, 100));
    assertThat(world.lastOutcome("b").state()).isEqualTo(State.REFUSED);
    assertThat(world.lastOutcome("b").cause()).isEqualTo("epoch 1 is over, the present one is 2");
    assertThat(held("b")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));

    for (int i = 10; i < 14; i++) {
      world.pass(World.LEASE.dividedBy(4).plusMillis(200));
      world.now(world.renewal(new Version(1, i), world.session()));
    }
    assertThat(held("a")).as("not renewed by the former manager").isEqualTo(Throttle.NONE);
  }

  @Test
  void anEpochThatNobodyCouldReachIsRefusedAndShutsNoOtherOut() {
    world.now(world.setting("a", 1L << 41, 1, 100));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.REFUSED);

    world.now(world.setting("a", 1, 1, 1_000));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));
  }

  @Test
  void aSettingWithoutLimitLetsGo() throws Exception {
    world.now(world.setting("a", 1, 1, 1_000));
    world.now(world.setting("a", new Version(1, 2), world.session(), Optional.empty()));

    assertThat(held("a")).isEqualTo(Throttle.NONE);
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.RELEASED);
    assertThat(world.lastOutcome("a").version()).isEqualTo(new Version(1, 2));
    assertThat(world.journaled()).isEmpty();
  }

  @Test
  void aForeignWriteStopsEnforcementThereUntilTheManagerLetsGo() {
    world.now(world.setting("a", 1, 1, 1_000));
    world.target.set(world.place("a"), Throttle.ofEach(77, 500, 0, 0));
    world.pass(Duration.ofMillis(1_100));

    assertThat(world.lastOutcome("a").state()).isEqualTo(State.CONFLICT);
    assertThat(held("a")).isEqualTo(Throttle.ofEach(77, 0, 0, 0)); // theirs stays, ours goes
    world.now(world.setting("a", 1, 2, 2_000));
    world.pass(SECOND);
    assertThat(held("a")).isEqualTo(Throttle.ofEach(77, 0, 0, 0));

    world.now(world.setting("a", new Version(1, 3), world.session(), Optional.empty()));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.RELEASED);
    world.now(world.setting("a", 1, 4, 2_000));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(1_000, 1_000, 0, 0));
    world.now(world.setting("a", new Version(1, 5), world.session(), Optional.empty()));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(77, 0, 0, 0));
  }

  @Test
  void aConflictOutlivesARestartUntilTheManagerLetsGo() throws Exception {
    world.now(world.setting("a", 1, 1, 1_000));
    world.target.set(world.place("a"), Throttle.ofEach(77, 500, 0, 0));
    world.pass(Duration.ofMillis(1_100));
    world.stop();
    world.start();

    world.now(world.setting("a", 2, 1, 2_000));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.CONFLICT);
    assertThat(held("a")).isEqualTo(Throttle.ofEach(77, 0, 0, 0));

    world.now(world.setting("a", new Version(2, 2), world.session(), Optional.empty()));
    world.stop();
    world.start();
    world.now(world.setting("a", 3, 1, 2_000));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(1_000, 1_000, 0, 0));
  }

  @Test
  void aConflictIsForgottenWithItsGroup() throws Exception {
    world.now(world.setting("a", 1, 1, 1_000));
    world.target.set(world.place("a"), Throttle.ofEach(77, 500, 0, 0));
    world.pass(Duration.ofMillis(1_100));
    world.vanish("a");
    world.pass(SECOND);

    assertThat(Files.readString(stateDir.resolve("conflicts"))).doesNotContain("/cg/a");
  }

  @Test
  void theValueFromBeforeWrittenBySomebodyIsAForeignWriteToo() {
    world.now(world.setting("a", 1, 1, 1_000));
    world.target.set(world.place("a"), Throttle.NONE);
    world.now(world.setting("a", 1, 2, 2_000));

    assertThat(world.lastOutcome("a").state()).isEqualTo(State.CONFLICT);
    assertThat(held("a")).isEqualTo(Throttle.NONE);
  }

  @Test
  void theKillSwitchLetsGoAtOnceAndRefusesUntilResumed() throws Exception {
    world.now(world.setting("a", 1, 1, 1_000));
    SessionId before = world.session();
    world.marker().set();
    world.pass(Duration.ofMillis(100));

    assertThat(held("a")).isEqualTo(Throttle.NONE);
    assertThat(world.session()).isNotEqualTo(before);
    world.now(world.setting("a", 1, 2, 1_000));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.REFUSED);
    assertThat(world.lastOutcome("a").cause()).contains("oasis release --resume");

    world.marker().clear();
    world.turn();
    world.now(world.setting("a", 1, 3, 1_000));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));
  }

  @Test
  void withoutGuardianNothingIsEnforced() {
    world.now(world.setting("a", 1, 1, 1_000));
    world.guardian = Optional.of("no guardian");
    world.pass(Duration.ofMillis(200));
    assertThat(held("a")).isEqualTo(Throttle.NONE);

    world.now(world.setting("a", 1, 2, 1_000));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.STUCK);
    assertThat(held("a")).isEqualTo(Throttle.NONE);

    world.guardian = Optional.empty();
    world.pass(Duration.ofSeconds(2));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));
  }

  @Test
  void withoutJournalNothingIsEnforced() throws Exception {
    Files.createDirectory(stateDir.resolve("journal.new")); // it cannot be written any more
    world.now(world.setting("a", 1, 1, 1_000));

    assertThat(held("a")).isEqualTo(Throttle.NONE);
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.STUCK);
    assertThat(world.lastOutcome("a").cause()).contains("journal");

    Files.delete(stateDir.resolve("journal.new"));
    world.pass(Duration.ofSeconds(2));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));
  }

  @Test
  void aTargetThatFailsIsStuckAndLetGoOnceItAnswers() throws Exception {
    world.now(world.setting("a", 1, 1, 1_000));
    world.target.fail(Optional.of("input/output error"));
    world.now(world.setting("a", 1, 2, 2_000));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.STUCK);
    world.pass(World.LEASE.plusSeconds(1));
    assertThat(world.lastOutcome("a").cause()).contains("input/output error");
    assertThat(held("a")).isEqualTo(Throttle.ofEach(500, 500, 0, 0));

    world.target.fail(Optional.empty());
    world.pass(Duration.ofMillis(1_100));
    assertThat(held("a")).isEqualTo(Throttle.NONE);
    assertThat(world.journaled()).isEmpty();
  }

  @Test
  void aGroupMadeAnewGetsNothingAndItsSettingIsDropped() {
    world.now(world.setting("a", 1, 1, 1_000));
    world.target.become(world.place("a"), Presence.GROUP_GONE);
    world.appear("a", 99);
    world.pass(Duration.ofMillis(1_100));

    assertThat(held("a")).isEqualTo(Throttle.NONE);
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.RELEASED);
    world.now(world.setting("a", 1, 2, 3_000));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(1_500, 1_500, 0, 0));
  }

  @Test
  void aCrashIsRecoveredBeforeAnythingElseAndTheVersionIsKept() throws Exception {
    world.target.set(world.place("a"), Throttle.ofEach(5_000, 0, 0, 0));
    world.now(world.setting("a", 7, 3, 1_000));
    SessionId before = world.session();

    world.start(); // the old one was killed

    assertThat(held("a")).isEqualTo(Throttle.ofEach(5_000, 0, 0, 0));
    assertThat(world.session()).isNotEqualTo(before);
    assertThat(world.lastStatus().highestVersion().epoch()).isEqualTo(7);
    world.now(world.setting("a", new Version(7, 4), before, Optional.of(1_000.0)));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(5_000, 0, 0, 0));
  }

  @Test
  void aStoppedAdapterThatContinuesFindsItsLeaseOverAndItsJournalConsumed() throws Exception {
    world.now(world.setting("a", 1, 1, 1_000));
    SessionId before = world.session();
    world.passWithoutAdapter(World.LEASE.plusSeconds(1));
    world.restorer().restore(stateDir); // as the guardian does
    world.deliver(world.setting("a", new Version(1, 2), before, Optional.of(2_000.0)));
    world.turn();

    assertThat(held("a")).isEqualTo(Throttle.NONE);
    assertThat(world.session()).isNotEqualTo(before);
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.REFUSED);
  }

  @Test
  void aConsumedJournalMeansThatNothingIsHeldAnyMore() throws Exception {
    world.now(world.setting("a", 1, 1, 1_000));
    SessionId before = world.session();
    world.restorer().restore(stateDir);
    world.turn();

    assertThat(world.session()).isNotEqualTo(before);
    world.now(world.setting("a", 1, 2, 2_000));
    assertThat(held("a")).isEqualTo(Throttle.ofEach(1_000, 1_000, 0, 0));
    assertThat(world.journaled()).containsExactly(world.place("a"));
  }

  @Test
  void stoppingLetsGoOfEverything() throws Exception {
    world.now(world.setting("a", 1, 1, 1_000));
    world.now(world.setting("b", 1, 2, 1_000));
    world.stop();

    assertThat(world.target.limits()).isEmpty();
    assertThat(Journal.leftovers(stateDir)).isEmpty();
  }

  @Test
  void whatBindsIsVerifiedWhatPassesTooMuchIsNot() {
    world.now(world.setting("a", 1, 1, 1_000));
    long passed = 0;
    for (int i = 0; i < 5; i++) {
      passed += 495;
      world.target.count(
          world.place("a"), new Counters(passed, passed, passed * 4_096, passed * 4_096));
      world.pass(SECOND);
    }
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.VERIFIED);

    for (int i = 0; i < 4; i++) {
      passed += 700;
      world.target.count(
          world.place("a"), new Counters(passed, passed, passed * 4_096, passed * 4_096));
      world.pass(SECOND);
    }
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.VIOLATED);
    // half of 1,000, and room for the reads while the writes pause
    assertThat(world.lastOutcome("a").cause()).contains("reads/s pass under a limit of 527");

    for (int i = 0; i < 4; i++) {
      passed += 5_000;
      world.target.count(
          world.place("a"), new Counters(passed, passed, passed * 4_096, passed * 4_096));
      world.pass(SECOND);
    }
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.INERT);
  }

  @Test
  void anOutcomeInForceIsToldAgainEveryFiveSeconds() {
    world.now(world.setting("a", 1, 1, 1_000));
    long before = outcomes();
    for (int i = 2; i < 6; i++) {
      world.pass(Duration.ofSeconds(5));
      world.now(world.renewal(new Version(1, i), world.session()));
    }
    assertThat(outcomes() - before).isBetween(3L, 5L);
  }

  private long outcomes() {
    return world.outcomes().size();
  }
}
