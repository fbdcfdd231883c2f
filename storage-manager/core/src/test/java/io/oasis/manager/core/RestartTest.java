package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.MovedLun;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a controller starts from, and what can never wedge it. */
class RestartTest {
  /** The law that learns a capacity, an interval a second. */
  private static final ControllerConfig CONFIG =
      new ControllerConfig(Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "capacity");

  @Test
  void anAdapterThatHasSeenALaterEpochIsOvertaken() {
    DomainController emptied = controller(Optional.empty());
    ModelDomain model = new ModelDomain(1_000, 1, emptied);
    model.controller.on(
        new Input.AdapterBeat(
            new AdapterStatus(
                ModelDomain.ADAPTER,
                new SessionId("old"),
                ModelDomain.DOMAIN,
                model.now,
                new Version(41, 7),
                0,
                ModelDomain.TARGET)),
        model.now);
    assertThat(model.view().version().epoch()).isEqualTo(42);
  }

  /**
   * A status with the last epoch that adapters take, 2^40, left the manager none that they take.
   */
  @ParameterizedTest
  @ValueSource(longs = {1L << 30, 1L << 40, Version.MOST})
  void nobodyUsesTheEpochsUp(long claimed) {
    DomainController controller = controller(Optional.empty());
    ModelDomain model = new ModelDomain(1_000, 1, controller);
    for (int i = 0; i < 3; i++) {
      model.controller.on(
          new Input.AdapterBeat(
              new AdapterStatus(
                  ModelDomain.ADAPTER,
                  new SessionId("evil" + i),
                  ModelDomain.DOMAIN,
                  model.now,
                  new Version(claimed + Math.min(i, Version.MOST - claimed), 7),
                  0,
                  ModelDomain.TARGET)),
          model.now);
    }
    assertThat(model.view().version().epoch()).isLessThan(Version.MOST_PLAUSIBLE_EPOCH / 2);
  }

  /** After it no operator could change anything any more: there is no revision above. */
  @ParameterizedTest
  @ValueSource(longs = {1L << 40, Version.MOST})
  void nobodyUsesTheRevisionsUp(long claimed) {
    DomainController controller = controller(Optional.empty());
    for (long revision : new long[] {claimed, 1}) {
      controller.on(
          new Input.RailsChanged(
              new GuardRails(
                  ModelDomain.DOMAIN,
                  revision,
                  Instant.EPOCH,
                  revision == 1 ? Mode.ENFORCE : Mode.OBSERVE,
                  "capacity",
                  List.of(),
                  List.of())),
          Instant.EPOCH);
    }
    assertThat(controller.view(Instant.EPOCH).rails().mode()).isEqualTo(Mode.ENFORCE);
  }

  @Test
  void aRestartTakesTheNextEpochAndTheRailsItKept() {
    GuardRails rails =
        new GuardRails(
            ModelDomain.DOMAIN, 9, Instant.EPOCH, Mode.ENFORCE, "capacity", List.of(), List.of());
    DomainController restarted =
        controller(
            Optional.of(
                new DomainHeader(
                    ModelDomain.DOMAIN,
                    new Version(5, 99),
                    rails,
                    new io.oasis.manager.core.capacity.CapacityMemory(1_000, 0, 1_000),
                    Optional.empty())));
    assertThat(restarted.view(Instant.EPOCH).version()).isEqualTo(new Version(6, 0));
    assertThat(restarted.view(Instant.EPOCH).rails()).isEqualTo(rails);
  }

  /** design: after a restart the manager starts from what adapters report as applied. */
  @Test
  void aLimitInForceIsWhereItGoesOnFrom() {
    ModelDomain model = new ModelDomain(1_000, 2);
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 1);
    deep.cap = 515;
    model.settled(
        deep.queue,
        model.session,
        Outcome.State.VERIFIED,
        Version.NONE,
        Optional.of(RateBound.ofIops(515)),
        "");
    model.mode(Mode.ENFORCE, "capacity", 1);
    for (int i = 0; i < 20; i++) {
      model.interval();
      assertThat(deep.cap).isBetween(480.0, 560.0);
    }
  }

  /** Killed at any time after its first limit, also before it kept a header for that reason. */
  @Test
  void aSuccessorLetsGoOfNoLimit() {
    for (int run = 0; run < 80; run++) {
      ModelDomain model = new ModelDomain(1_000, 15);
      model.luns = 1 + run % 2; // of two, one reports before the other
      model.closedLoop("shallow", 1);
      ModelDomain.App deep = model.closedLoop("deep", 32);
      model.mode(Mode.ENFORCE, "capacity", 1);
      runUntilLimited(model, deep);
      model.run(run / 2);
      model.succeed();
      for (int i = 0; i < 20; i++) {
        model.interval();
        assertThat(deep.cap).as("run %d, interval %d", run, i).isFinite();
      }
    }
  }

  /** Limits are read before they are committed: its first ones may be all that is left of it. */
  @ParameterizedTest
  @ValueSource(ints = {4_096, 65_536, 262_144}) // limited in operations, and in bytes
  void aSuccessorThatKnowsOfNoCapacityGoesOnFromTheLimitsInForce(int bytes) {
    for (int run = 0; run < 40; run++) {
      ModelDomain model = new ModelDomain(1_000, 16);
      model.bytes = bytes;
      model.luns = 1 + run % 2;
      model.looksRelaxed = run % 4 == 2; // then there is nothing to be learnt under the limits
      ModelDomain.App shallow = model.closedLoop("shallow", 1);
      ModelDomain.App deep = model.closedLoop("deep", 32);
      model.mode(Mode.ENFORCE, "capacity", 1);
      runUntilLimited(model, deep);
      model.run(run / 4);
      model.succeedAfterCrash();
      for (int i = 0; i < 60; i++) {
        model.interval();
        assertThat(deep.cap).as("run %d, interval %d", run, i).isBetween(450.0, 800.0);
      }
      assertThat(shallow.got).as("run %d", run).isGreaterThan(400);
      assertThat(model.total()).as("run %d", run).isGreaterThan(900);
    }
  }

  @Test
  void whatIsInferredFromLimitsIsExplained() {
    ModelDomain model = new ModelDomain(1_000, 17);
    model.looksRelaxed = true;
    ModelDomain.App deep = model.closedLoop("deep", 32);
    model.closedLoop("shallow", 1);
    model.mode(Mode.ENFORCE, "capacity", 1);
    runUntilLimited(model, deep);
    model.succeedAfterCrash();
    model.decisions.clear();
    model.run(6);
    assertThat(model.decisions)
        .first()
        .satisfies(
            decision -> {
              assertThat(decision.events())
                  .anyMatch(event -> event.contains("inferred from the limits in force"));
              assertThat(decision.queues()).hasSize(2);
            });
  }

  /** What a policy without a capacity gave out says nothing of one. */
  @Test
  void limitsOfAnotherPolicyAreNotTakenForACapacity() {
    ModelDomain model = new ModelDomain(1_000, 20);
    ModelDomain.App small = model.openLoop("small", 100);
    model.mode(Mode.ENFORCE, "oasis", 1);
    model.run(10);
    assertThat(small.cap).isFinite();
    model.mode(Mode.ENFORCE, "capacity", 2);
    model.run(3);
    assertThat(small.cap).isInfinite();
  }

  @Test
  void anOlderRevisionOfGuardRailsChangesNothing() {
    ModelDomain model = new ModelDomain(1_000, 3);
    model.mode(Mode.ENFORCE, "capacity", 5);
    model.mode(Mode.OBSERVE, "capacity", 4);
    assertThat(model.view().rails().mode()).isEqualTo(Mode.ENFORCE);
  }

  @Test
  void anAdapterWithANewSessionIsSentEverythingAgain() {
    ModelDomain model = ModelDomain.competing(4);
    ModelDomain.App deep = model.first();
    model.run(30);
    int before = model.settings;
    deep.cap = Double.POSITIVE_INFINITY;
    model.session = new SessionId("s2");
    model.run(20);
    assertThat(model.settings).isGreaterThan(before);
    assertThat(deep.cap).isLessThan(560);
  }

  @Test
  void aConflictStopsEnforcementOnThatQueueUntilTheOperatorEnforcesAgain() {
    ModelDomain model = ModelDomain.competing(5);
    ModelDomain.App deep = model.first();
    model.run(30);
    somebodyWrote100(model, deep);
    model.run(60);
    assertThat(deep.cap).isEqualTo(100);
    model.mode(Mode.SHADOW, "capacity", 2);
    model.mode(Mode.ENFORCE, "capacity", 3);
    model.run(30);
    assertThat(deep.cap).isBetween(450.0, 560.0);
  }

  /** Its adapter finds another limit than was written there, and says so. */
  private static void somebodyWrote100(ModelDomain model, ModelDomain.App app) {
    model.settled(
        app.queue,
        model.session,
        Outcome.State.CONFLICT,
        model.view().version(),
        Optional.empty(),
        "somebody wrote 7:0 100");
    app.cap = 100;
  }

  /** Whether the law asks at once or not, the operator goes on to see who else writes there. */
  @Test
  void aConflictIsToldUntilAnAdapterThatBeganAnewSaysWhatItFound() {
    ModelDomain model = ModelDomain.competing(5);
    ModelDomain.App deep = model.first();
    model.run(30);
    somebodyWrote100(model, deep);
    model.session = new SessionId("s2");
    model.isMute = true;
    model.run(20);
    assertThat(deep.cap).as("asked again").isBetween(450.0, 560.0);
    var told = model.view().queues().getFirst().inForce();
    assertThat(told.state()).hasValue(Outcome.State.CONFLICT);
    assertThat(told.cause()).isEqualTo("somebody wrote 7:0 100");
    model.settled(deep, model.session, Outcome.State.WRITTEN, model.view().version());
    assertThat(model.view().queues().getFirst().inForce().state()).hasValue(Outcome.State.WRITTEN);
  }

  @Test
  void aSettingThatWasLostOnTheWayIsSentAgain() {
    ModelDomain model = ModelDomain.competing(10);
    model.isMute = true;
    ModelDomain.App deep = model.first();
    model.run(30);
    deep.cap = Double.POSITIVE_INFINITY;
    model.settled(deep, model.session, Outcome.State.WRITTEN, Version.NONE);
    model.run(2);
    assertThat(deep.cap).isFinite();
  }

  /** What was refused or over before the last setting came into force may be told after it. */
  @Test
  void lateWordOfAnOlderSettingChangesNothing() {
    ModelDomain model = ModelDomain.competing(12);
    ModelDomain.App deep = model.first();
    model.run(30);
    int before = model.settings;
    Version newest = model.view().version();
    Version older = new Version(newest.epoch(), 1);
    model.settled(deep, model.session, Outcome.State.VERIFIED, newest);
    model.settled(deep, model.session, Outcome.State.RELEASED, older);
    model.settled(deep, model.session, Outcome.State.REFUSED, older);
    assertThat(model.view().queues())
        .allSatisfy(queue -> assertThat(queue.inForce().limit()).isPresent());
    model.run(10);
    assertThat(model.settings).isEqualTo(before);
  }

  @Test
  void theWordOfASessionThatIsOverChangesNothing() {
    ModelDomain model = ModelDomain.competing(11);
    ModelDomain.App deep = model.first();
    model.run(30);
    int before = model.settings;
    model.settled(deep, new SessionId("over"), Outcome.State.REFUSED, Version.NONE);
    model.run(10);
    assertThat(model.settings).isEqualTo(before);
  }

  @Test
  void statusesOfAnEarlierHourSaidAgainChangeNothing() {
    ModelDomain model = ModelDomain.competing(13);
    ModelDomain.App deep = model.first();
    List<Input> said = new ArrayList<>();
    model.ear = said::add;
    model.session = new SessionId("former");
    model.run(30);
    model.ear = _ -> {};
    model.session = new SessionId("present");
    model.run(30);
    int settings = model.settings;
    double cap = deep.cap;
    said.removeIf(input -> !(input instanceof Input.AdapterBeat));
    for (int i = 0; i < 20; i++) {
      said.subList(i, i + 10).forEach(input -> model.controller.on(input, model.now));
      model.interval();
      assertThat(deep.cap).isEqualTo(cap);
    }
    assertThat(model.settings).isEqualTo(settings);
  }

  @Test
  void anAdapterThatLostItsJournalIsHeardOnceItsFormerSelfIsSilent() {
    ModelDomain model = ModelDomain.competing(14);
    ModelDomain.App deep = model.first();
    model.run(30);
    deep.cap = Double.POSITIVE_INFINITY;
    model.session = new SessionId("without journal");
    model.highest = Version.NONE;
    model.run(8);
    assertThat(deep.cap).isFinite();
  }

  @Test
  void nothingIsRenewedOnceTheAgentsAreSilent() {
    ModelDomain model = new ModelDomain(1_000, 7);
    model.closedLoop("deep", 32);
    model.mode(Mode.ENFORCE, "capacity", 1);
    model.run(30);
    Instant silentSince = model.now;
    model.silence(60);
    assertThat(model.renewedAt).isBetween(silentSince.minusSeconds(6), silentSince);
  }

  @Test
  void aQueueWhoseAgentIsGoneIsLetGoWhileTheOthersGoOn() {
    ModelDomain model = new ModelDomain(1_000, 8);
    ModelDomain.App gone = model.closedLoop("gone", 32);
    ModelDomain.App stays = model.closedLoop("stays", 32);
    model.mode(Mode.ENFORCE, "capacity", 1);
    model.run(30);
    assertThat(gone.cap).isFinite();
    gone.silent = true;
    model.run(6);
    assertThat(gone.cap).isInfinite();
    assertThat(stays.cap).isFinite();
  }

  /** A broker that stops, or a long pause: what agents said meanwhile is still on its way. */
  @Test
  void aPauseOfTheManagerIsNotSilenceOfItsAgents() {
    ModelDomain model = ModelDomain.competing(18);
    List<Input> said = new ArrayList<>();
    model.run(30);
    model.ear = said::add;
    model.run(1);
    model.ear = _ -> {};
    Instant after = model.now.plusSeconds(8);
    model.controller.on(last(said, Input.LunReported.class), model.now.plusMillis(300));
    assertThat(model.controller.isWaiting()).isTrue();
    model.controller.on(last(said, Input.AdapterBeat.class), after);
    List<Effect> effects = model.controller.on(new Input.Tick(), after);
    assertThat(effects)
        .isNotEmpty()
        .noneMatch(
            effect ->
                effect instanceof Effect.Publish(SettingBatch batch)
                    && batch.settings().getFirst().limit().isEmpty());
  }

  @Test
  void whatBelongsToAnotherDomainIsSentThere() {
    ModelDomain model = new ModelDomain(1_000, 6);
    ModelDomain.App deep = model.closedLoop("deep", 32);
    DomainId other = new DomainId("pool:other");
    model.rails(
        new GuardRails(
            ModelDomain.DOMAIN,
            1,
            model.now,
            Mode.SHADOW,
            "capacity",
            List.of(),
            List.of(new MovedLun(new LunId("serial:test0"), other))));
    model.run(3);
    assertThat(model.view().queues()).isEmpty();
    assertThat(model.rerouted).isPositive();
    assertThat(deep.cap).isInfinite();
  }

  private static void runUntilLimited(ModelDomain model, ModelDomain.App app) {
    while (Double.isInfinite(app.cap)) {
      model.interval();
    }
  }

  private static Input last(List<Input> said, Class<? extends Input> kind) {
    return said.stream().filter(kind::isInstance).toList().getLast();
  }

  private static DomainController controller(Optional<DomainHeader> header) {
    return new DomainController(ModelDomain.DOMAIN, CONFIG, header, List.of());
  }
}
