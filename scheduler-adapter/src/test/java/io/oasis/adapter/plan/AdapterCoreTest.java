package io.oasis.adapter.plan;

import static io.oasis.adapter.plan.GivenCore.LEASE;
import static io.oasis.adapter.plan.GivenCore.PLACE;
import static io.oasis.adapter.plan.GivenCore.QUEUE;
import static io.oasis.adapter.plan.GivenCore.notes;
import static io.oasis.adapter.plan.GivenCore.outcomes;
import static io.oasis.adapter.plan.GivenCore.releases;
import static io.oasis.adapter.plan.GivenCore.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.Grain;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shows, input by input, when a limit is let go of, written again, or left alone. */
class AdapterCoreTest {
  private static final long MIB = 1 << 20;
  private static final Form CHEAP = Form.ofBoth(Grain.from(2, 8_192));
  private static final Effect RELEASE = new Effect.Release(QUEUE, PLACE);

  private final GivenCore given = new GivenCore(CHEAP, Set.of());

  private static Input measured(Optional<Throttle> found, long ios) {
    return new Input.Measured(QUEUE, PLACE, found, new Counters(ios, 0, 0, 0));
  }

  private static Input letGo(Optional<String> trouble) {
    return new Input.LetGo(QUEUE, PLACE, false, trouble);
  }

  @Test
  void whatIsNotThereAnyMoreIsLetGo() {
    given.put(500);
    assertThat(releases(given.step(measured(Optional.empty(), 0)))).containsExactly(RELEASE);
    assertThat(given.core.limits()).isEmpty();

    given.put(500);
    assertThat(releases(given.step(new Input.Seen(Inventory.EMPTY)))).containsExactly(RELEASE);
    assertThat(given.core.limits()).isEmpty();

    given.step(new Input.Seen(GivenCore.HERE));
    given.ask(500);
    given.step(new Input.Settle());
    assertThat(releases(given.applied(new Verdict.Gone()))).containsExactly(RELEASE);
    assertThat(writes(given.step(new Input.Settle()))).isEmpty();
  }

  @Test
  void whatCannotBeLetGoIsTriedEachSecondAndSaidUntilItIsDone() {
    given.put(500);
    given.tickAfter(1_000);
    assertThat(releases(given.ask(0))).containsExactly(RELEASE);
    assertThat(outcomes(given.step(letGo(Optional.of("no answer")))))
        .extracting(Outcome::state, Outcome::cause)
        .containsExactly(tuple(Outcome.State.STUCK, "no answer"));
    assertThat(given.core.stuckReleases()).isEqualTo(1);
    assertThat(releases(given.tickAfter(900))).isEmpty();
    assertThat(releases(given.tickAfter(100))).containsExactly(RELEASE);

    assertThat(outcomes(given.step(letGo(Optional.empty()))))
        .extracting(Outcome::state)
        .containsExactly(Outcome.State.RELEASED);
    assertThat(given.core.stuckReleases()).isZero();
    assertThat(releases(given.tickAfter(1_000))).isEmpty();
  }

  @Test
  void aPlaceThatIsLimitedAgainIsNotLetGoAnyMore() {
    given.put(500);
    given.ask(0);
    given.ask(300);
    assertThat(writes(given.step(new Input.Settle()))).containsExactly(Throttle.ofBoth(300, 0));
    assertThat(given.core.stuckReleases()).isZero();
    assertThat(releases(given.tickAfter(2_000))).isEmpty();
  }

  @Test
  void whatOfAFailedWriteIsThereCountsAsInForce() {
    given.ask(500);
    given.step(new Input.Settle());
    Throttle half = Throttle.ofBoth(700, 0);
    given.applied(new Verdict.Trouble("no answer", Optional.of(half)));
    assertThat(given.core.limits()).containsExactly(Map.entry(PLACE, half));
    assertThat(outcomes(given.tickAfter(0)))
        .extracting(Outcome::state)
        .containsExactly(Outcome.State.STUCK);
    assertThat(writes(given.step(new Input.Settle()))).as("not at once").isEmpty();
    given.tickAfter(1_000);
    assertThat(writes(given.step(new Input.Settle()))).containsExactly(Throttle.ofBoth(500, 0));
  }

  @Test
  void whereSomebodyElseWroteBeforeThisAdapterStartedNothingIsWritten() {
    GivenCore conflict = new GivenCore(CHEAP, Set.of(PLACE));
    conflict.ask(500);
    assertThat(writes(conflict.step(new Input.Settle()))).isEmpty();
    assertThat(outcomes(conflict.tickAfter(0)))
        .extracting(Outcome::state)
        .containsExactly(Outcome.State.CONFLICT);
    conflict.ask(0);
    conflict.ask(500);
    assertThat(writes(conflict.step(new Input.Settle()))).as("adopted").hasSize(1);
  }

  @Test
  void allIsLetGoWhenEnforcingIsNotPossibleAndThatIsSaidOnce() {
    given.put(500);
    SessionId before = given.core.session();
    Input unable = new Input.Able(Optional.of("the guardian is gone"));
    List<Effect> effects = given.step(unable);
    assertThat(releases(effects)).containsExactly(RELEASE);
    assertThat(notes(effects)).containsExactly("cannot enforce: the guardian is gone");
    assertThat(given.core.leasesEnd()).isEqualTo(Duration.ZERO);
    SessionId then = given.core.session();
    assertThat(then).isNotEqualTo(before);

    assertThat(given.step(unable)).isEmpty();
    given.step(new Input.Able(Optional.empty()));
    given.step(unable);
    assertThat(given.core.session()).as("nothing was in force").isEqualTo(then);
  }

  @Test
  void aWriteOnItsWayWhenEnforcingBecomesImpossibleIsTakenBack() {
    given.ask(500);
    given.step(new Input.Settle());
    Input unable = new Input.Able(Optional.of("the guardian is gone"));
    assertThat(releases(given.step(unable))).containsExactly(RELEASE);
    given.applied(new Verdict.InForce(Throttle.ofBoth(500, 0)));
    assertThat(given.core.limits()).isEmpty();
  }

  @Test
  void whatWasNeverHandedToATargetIsNoReasonForANewSession() {
    given.step(new Input.Seen(Inventory.EMPTY));
    given.ask(500);
    given.step(new Input.Settle());
    SessionId before = given.core.session();
    given.step(new Input.Able(Optional.of("the guardian is gone")));
    assertThat(given.core.session()).isEqualTo(before);
  }

  @Test
  void whoeverIsFirstAfterAReleaseByHandIsObeyed() {
    given.put(500);
    assertThat(given.core.leasesEnd()).isEqualTo(given.time().plus(LEASE));
    assertThat(notes(given.ask("other", 200))).hasSize(1);
    assertThat(notes(given.ask("other", 200))).as("said before").isEmpty();
    assertThat(given.step(new Input.ByHand(false))).as("nothing changes").isEmpty();

    List<Effect> effects = given.step(new Input.ByHand(true));
    assertThat(releases(effects)).containsExactly(RELEASE);
    assertThat(notes(effects)).containsExactly(AdapterCore.RELEASED_BY_HAND);
    assertThat(given.step(new Input.ByHand(true))).isEmpty();
    assertThat(notes(given.step(new Input.ByHand(false))))
        .containsExactly("the release by hand was taken back");

    given.ask("other", 200);
    assertThat(writes(given.step(new Input.Settle()))).containsExactly(Throttle.ofBoth(200, 0));
  }

  @Test
  void whatAPredecessorLeftEndsWithItsLease() {
    given.core.inherit(List.of(PLACE), given.time().plusSeconds(5));
    assertThat(given.core.firstLeaseEnd()).contains(given.time().plusSeconds(5));
    assertThat(notes(given.tickAfter(4_999))).isEmpty();
    assertThat(given.core.inherited()).containsExactly(PLACE);
    assertThat(notes(given.tickAfter(1))).hasSize(1);
    assertThat(given.core.inherited()).isEmpty();
    assertThat(given.core.firstLeaseEnd()).isEmpty();
    assertThat(releases(given.ask(0))).as("nothing of ours is there").isEmpty();
  }

  @Test
  void whatAPredecessorLeftIsLetGoWhenAskedFor() {
    given.core.inherit(List.of(PLACE), given.time().plusSeconds(5));
    assertThat(releases(given.ask(0))).containsExactly(RELEASE);
    assertThat(given.core.inherited()).isEmpty();
  }

  /** 639 operations of 4 KiB are 2.5 steps of 1 MiB/s. */
  @Test
  void aFirstLimitKnowsHowLargeTheIosWereBeforeIt() {
    GivenCore fine =
        new GivenCore(
            Form.ofBoth(new Grain(1_000, MIB, 1_000, MIB, true, Grain.Change.FREE)), Set.of());
    for (long second = 1; second <= 5; second++) {
      Counters counters = new Counters(90 * second, 0, 90 * second * 4_096, 0);
      fine.step(new Input.Seen(GivenCore.HERE, Map.of(QUEUE, counters)));
    }
    fine.ask(639);
    assertThat(writes(fine.step(new Input.Settle())))
        .containsExactly(Throttle.ofBoth(1_000, 3 * MIB));
  }

  /** As QEMU: all that waits would enter at once. */
  @Test
  void oneThatHoldsSomethingBackIsRaisedBeforeItIsLetGo() {
    GivenCore dear =
        new GivenCore(
            Form.ofBoth(new Grain(1, 1, 10, 40_960, false, new Grain.Change(2.4, 0.1, true))),
            Set.of());
    dear.put(1_000);
    dear.tickAfter(0);
    dear.step(measured(Optional.of(Throttle.ofBoth(1_000, 0)), 0));
    dear.tickAfter(1_000);
    dear.step(measured(Optional.of(Throttle.ofBoth(1_000, 0)), 1_000));

    assertThat(releases(dear.ask(0))).isEmpty();
    assertThat(writes(dear.step(new Input.Settle()))).containsExactly(Throttle.ofBoth(3_000, 0));
    dear.applied(new Verdict.InForce(Throttle.ofBoth(3_000, 0)));
    assertThat(releases(dear.tickAfter(150))).isEmpty();
    assertThat(writes(dear.step(new Input.Settle()))).containsExactly(Throttle.ofBoth(9_000, 0));
    assertThat(outcomes(dear.tickAfter(299))).as("no word of it meanwhile").isEmpty();
    assertThat(releases(dear.tickAfter(1))).containsExactly(RELEASE);
    assertThat(outcomes(dear.step(letGo(Optional.empty()))))
        .extracting(Outcome::state)
        .containsExactly(Outcome.State.RELEASED);
  }
}
