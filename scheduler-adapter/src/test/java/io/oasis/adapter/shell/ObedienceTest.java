package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.plan.Reach;
import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome.State;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows whom an adapter obeys, in which mode, and where it never does. */
class ObedienceTest {
  @TempDir Path stateDir;

  private static Optional<Authority> of(Mode mode, String manager) {
    return Optional.of(new Authority(mode, Optional.of(manager)));
  }

  private static SettingBatch by(SettingBatch batch, Mode mode, String manager) {
    return new SettingBatch(
        batch.domain(),
        batch.adapter(),
        batch.session(),
        batch.at(),
        batch.leaseMillis(),
        batch.settings(),
        of(mode, manager));
  }

  private static SettingBatch as(DomainId domain, SettingBatch batch) {
    return new SettingBatch(
        domain,
        batch.adapter(),
        batch.session(),
        batch.at(),
        batch.leaseMillis(),
        batch.settings(),
        batch.authority());
  }

  private static LeaseRenewal renewal(World world, long epoch, long sequence, String manager) {
    return new LeaseRenewal(
        World.DOMAIN,
        new Version(epoch, sequence),
        World.ADAPTER,
        world.session(),
        Instant.EPOCH,
        World.LEASE.toMillis(),
        of(Mode.ENFORCE, manager));
  }

  @Test
  void aLimitOfADomainThatIsNotInEnforceIsRefusedAndSaysSo() throws Exception {
    World world = new World(stateDir);
    for (Mode mode : List.of(Mode.OBSERVE, Mode.SHADOW)) {
      world.now(by(world.setting("a", 1, 1 + mode.ordinal(), 500), mode, "m"));

      assertThat(world.target.read(world.place("a")).isNone()).isTrue();
      assertThat(world.lastOutcome("a").state()).isEqualTo(State.REFUSED);
      assertThat(world.lastOutcome("a").cause()).contains(mode.name(), "ENFORCE only");
    }
  }

  @Test
  void aRenewalOfADomainThatIsNotInEnforceKeepsNothing() throws Exception {
    World world = new World(stateDir);
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "m"));
    world.pass(Duration.ofSeconds(10));
    world.now(
        new LeaseRenewal(
            World.DOMAIN,
            new Version(1, 2),
            World.ADAPTER,
            world.session(),
            Instant.EPOCH,
            World.LEASE.toMillis(),
            of(Mode.SHADOW, "m")));
    world.pass(Duration.ofSeconds(6));

    assertThat(world.lastOutcome("a").state()).isEqualTo(State.RELEASED);
  }

  @Test
  void toLetGoIsObeyedInEveryMode() throws Exception {
    World world = new World(stateDir);
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "m"));
    world.now(
        by(
            world.setting("a", new Version(1, 2), world.session(), Optional.empty()),
            Mode.SHADOW,
            "m"));

    assertThat(world.lastOutcome("a").state()).isEqualTo(State.RELEASED);
    assertThat(world.target.read(world.place("a")).isNone()).isTrue();
  }

  @Test
  void aSecondManagerIsNotObeyedWhileTheFirstHoldsTheLeaseAndIsNamed() throws Exception {
    World world = new World(stateDir);
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "first"));
    int told = world.outcomes().size();

    world.now(by(world.setting("a", 9, 1, 50), Mode.ENFORCE, "second"));
    world.now(
        by(
            world.setting("a", new Version(9, 2), world.session(), Optional.empty()),
            Mode.ENFORCE,
            "second"));
    world.now(by(world.setting("b", 9, 3, 50), Mode.ENFORCE, "second"));

    assertThat(world.target.read(world.place("a")).isNone()).isFalse();
    assertThat(world.target.read(world.place("b")).isNone()).isTrue();
    assertThat(world.outcomes()).as("nothing that the first would hear").hasSize(told);
    world.pass(Duration.ofSeconds(6));
    assertThat(world.lastFindings().findings())
        .filteredOn(finding -> finding.verdict() == Finding.Verdict.CONFLICT)
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.cause()).contains("second", "first", "refused 3 times"));
    assertThat(world.lastStatus().highestVersion().epoch())
        .as("and its epoch is not in the first one's way")
        .isEqualTo(1);
  }

  @Test
  void aSecondManagerThatHasAnotherNameForTheDomainIsNotObeyedEither() throws Exception {
    World world = new World(stateDir);
    DomainId theirs = new DomainId("theirs");
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "first"));
    int told = world.outcomes().size();

    world.now(as(theirs, by(world.setting("a", 9, 1, 50), Mode.ENFORCE, "second")));
    world.now(
        as(
            theirs,
            by(
                world.setting("a", new Version(9, 2), world.session(), Optional.empty()),
                Mode.ENFORCE,
                "second")));

    assertThat(world.target.read(world.place("a")).isNone()).isFalse();
    assertThat(world.outcomes()).hasSize(told);
    world.pass(Duration.ofSeconds(6));
    assertThat(world.lastFindings().findings())
        .filteredOn(finding -> finding.verdict() == Finding.Verdict.CONFLICT)
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.cause())
                    .contains("second (by the name of theirs)", "first", "refused 2 times"));
  }

  @Test
  void oneManagerMovesWhatItLimitsToAnotherDomain() throws Exception {
    World world = new World(stateDir);
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "m"));
    world.now(as(new DomainId("moved-to"), by(world.setting("a", 1, 2, 300), Mode.ENFORCE, "m")));

    assertThat(world.lastOutcome("a").applied().orElseThrow().iops().orElseThrow().perSecond())
        .isEqualTo(300);
  }

  @Test
  void aSecondManagerCannotRenewTheLeaseOfTheFirst() throws Exception {
    World world = new World(stateDir);
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "first"));
    world.pass(Duration.ofSeconds(10));
    world.now(renewal(world, 9, 1, "second"));
    world.pass(Duration.ofSeconds(6));

    assertThat(world.lastOutcome("a").state()).isEqualTo(State.RELEASED);
  }

  @Test
  void anotherManagerIsObeyedOnceTheLeaseIsOver() throws Exception {
    World world = new World(stateDir);
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "first"));
    world.pass(World.LEASE.plusSeconds(1));
    world.now(by(world.setting("a", 2, 1, 50), Mode.ENFORCE, "second"));

    assertThat(world.lastOutcome("a").state()).isEqualTo(State.WRITTEN);
  }

  @Test
  void aTakeoverBetweenManagersOfOneNameIsNoSecondManager() throws Exception {
    World world = new World(stateDir);
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "m"));
    world.now(by(world.setting("a", 2, 1, 300), Mode.ENFORCE, "m"));

    assertThat(world.lastOutcome("a").applied().orElseThrow().iops().orElseThrow().perSecond())
        .isEqualTo(300);
  }

  @Test
  void whatIsNotAmongWhatItMayTouchIsNeverWritten() throws Exception {
    World world = new World(stateDir, Reach.of(List.of("/cg/b*"), List.of()));
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "m"));
    world.now(by(world.setting("b", 1, 2, 500), Mode.ENFORCE, "m"));
    world.pass(Duration.ofSeconds(2));

    assertThat(world.lastOutcome("a").state()).isEqualTo(State.REFUSED);
    assertThat(world.lastOutcome("a").cause()).contains("--only");
    assertThat(world.target.read(world.place("a")).isNone()).isTrue();
    assertThat(world.lastOutcome("b").state()).isEqualTo(State.WRITTEN);
    assertThat(world.journaled()).containsExactly(world.place("b"));
  }

  @Test
  void whatItMayTouchNoLongerIsLetGoOfAndWhatItMayAgainIsLimited() throws Exception {
    World world = new World(stateDir);
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "m"));
    world.now(by(world.setting("b", 1, 2, 500), Mode.ENFORCE, "m"));

    world.reach(Reach.of(List.of(), List.of("/cg/a*")));
    world.turn();

    assertThat(world.target.read(world.place("a")).isNone()).isTrue();
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.RELEASED);
    assertThat(world.lastOutcome("a").cause()).contains("--never");
    assertThat(world.journaled()).containsExactly(world.place("b"));
    world.now(by(world.setting("a", 1, 3, 500), Mode.ENFORCE, "m"));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.REFUSED);

    world.reach(Reach.ALL);
    world.pass(Duration.ofSeconds(2));
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.WRITTEN);
    assertThat(world.target.read(world.place("b")).isNone()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cg/a", "7:1", "h:/a", "loop:*", "*", "/c?/a"})
  void neverBeatsOnlyAndHoldsForEveryName(String never) throws Exception {
    World world = new World(stateDir, Reach.of(List.of("*"), List.of(never)));
    world.now(by(world.setting("a", 1, 1, 500), Mode.ENFORCE, "m"));

    assertThat(world.lastOutcome("a").cause()).contains("--never");
    assertThat(world.target.read(world.place("a")).isNone()).isTrue();
  }
}
