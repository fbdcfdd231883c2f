package io.oasis.manager.planners.insulation;

import static io.oasis.manager.planners.insulation.DiskSliceTest.BARRACUDA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import io.oasis.manager.planners.insulation.StandingPlan.Change;
import io.oasis.manager.planners.insulation.StandingPlan.State;
import io.oasis.manager.planners.insulation.StandingPlan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows how a plan is kept over time: trials, promises, damping, reasons. */
class StandingPlanTest {
  private static final double MB = 1e6;
  private static final Damping DAMPING = Damping.DEFAULT;
  private static final Profile STREAM = new Profile.Streaming("stream", 1);

  private final StandingPlan standing = new StandingPlan(DAMPING);
  private State state = State.NONE;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private double cacheBytes = 1_000 * MB;
  private Map<String, Allotment> inForce = Map.of();

  /** Hits 0.8 of its requests with this much cache and none with less. */
  static Profile needing(String name, double megabytes) {
    HitCurve hits =
        HitCurve.of(HitCurve.Shape.STEPS, new double[] {megabytes * MB}, new double[] {0.8});
    return new Profile.Random(name, 1, 1, ServiceTimes.constant(12_000), hits, 100);
  }

  private static Profile unknown(String name) {
    return new Profile.Unknown(name, 1);
  }

  private Optional<Change> see(Profile... profiles) {
    SharedDisk shared =
        new SharedDisk(BARRACUDA, cacheBytes, new Efficiency(0.9), 1e6, SliceEnds.CARRIED_OVER);
    Step step = standing.step(state, shared, List.of(profiles), inForce, now);
    state = step.next();
    now = now.plusSeconds(1);
    return step.change();
  }

  private Change change(Profile... profiles) {
    for (int i = 0; i < 120; i++) {
      Optional<Change> change = see(profiles);
      if (change.isPresent()) {
        return change.get();
      }
    }
    throw new AssertionError("no other plan within two minutes");
  }

  private void nothingFor(int seconds, Profile... profiles) {
    for (int i = 0; i < seconds; i++) {
      assertThat(see(profiles)).as("after %d s", i).isEmpty();
    }
  }

  private Place place(String name) {
    return state.plan().orElseThrow().workloads().stream()
        .filter(place -> place.profile().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theFirstPlanWaitsForATrialOfAllThatAreThere() {
    Instant begun = now;
    Change first = change(STREAM, needing("a", 400), unknown("idle"));
    assertThat(Duration.between(begun, now.minusSeconds(1))).isEqualTo(DAMPING.trial());
    assertThat(first.plan().workloads())
        .extracting(Place::status)
        .containsExactly(Status.SUPPORTED, Status.SUPPORTED, Status.ON_TRIAL);
    assertThat(first.reasons())
        .contains("stream came", "a was measured on trial", "idle came")
        .doesNotContain("idle was measured on trial");
  }

  @Test
  void whoComesIsOnTrialThenToldWhatIsMissing() {
    change(needing("first", 700));
    Change came = change(needing("first", 700), needing("second", 600));
    assertThat(place("second").status()).isIn(Status.ON_TRIAL, Status.BEST_EFFORT);
    assertThat(came.reasons()).contains("second came");
    while (place("second").status() == Status.ON_TRIAL) {
      assertThat(change(needing("first", 700), needing("second", 600)).reasons())
          .containsExactly("second was measured on trial");
    }
    assertThat(place("second").why())
        .contains("second needs 600 MB of cache and 300 MB are free; first would have to give up")
        .contains("it can reach 0.");
    assertThat(place("first").status()).isEqualTo(Status.SUPPORTED);
    assertThat(place("first").partitionBytes()).isGreaterThanOrEqualTo(700 * MB);
    Change left = change(needing("second", 600));
    assertThat(left.reasons()).containsExactly("first left");
    assertThat(place("second").status()).isEqualTo(Status.SUPPORTED);
  }

  /** Shows that who came first cannot take from who came later what that one was promised. */
  @Test
  void whoGrowsTakesNothingThatSomebodyWasPromised() {
    change(needing("first", 400), needing("second", 500));
    Change grown = change(needing("first", 700), needing("second", 500));
    assertThat(grown.reasons()).containsExactly("first does something else than before");
    assertThat(place("second").status()).isEqualTo(Status.SUPPORTED);
    assertThat(place("second").partitionBytes()).isGreaterThanOrEqualTo(500 * MB);
    assertThat(place("first").status()).isEqualTo(Status.BEST_EFFORT);
    assertThat(place("first").partitionBytes()).as("keeps its own").isGreaterThan(400 * MB);
    assertThat(place("first").why()).contains("was promised 400 MB").contains("needs 700 MB");
    nothingFor(100, needing("first", 700), needing("second", 500));
    change(needing("first", 700), needing("second", 100));
    assertThat(place("first").status()).isEqualTo(Status.SUPPORTED);
    assertThat(place("first").partitionBytes()).isGreaterThanOrEqualTo(700 * MB);
  }

  @Test
  void whoNeedsAgainWhatItWasPromisedIsSupportedAgain() {
    change(needing("first", 400), needing("second", 500));
    change(needing("first", 700), needing("second", 500));
    Change back = change(needing("first", 400), needing("second", 500));
    assertThat(back.reasons()).containsExactly("first needs again what it was promised");
    assertThat(place("first").status()).isEqualTo(Status.SUPPORTED);
  }

  /** Shows that who waited longest gets no room at the cost of who was promised it since. */
  @Test
  void whoWasRefusedDoesNotOvertakeWhoWasPromised() {
    change(needing("big", 900), needing("late", 600), needing("small", 80));
    assertThat(place("late").status()).isEqualTo(Status.BEST_EFFORT);
    assertThat(place("small").status()).isEqualTo(Status.SUPPORTED);
    change(needing("big", 350), needing("late", 600), needing("small", 80));
    assertThat(place("late").status()).isEqualTo(Status.BEST_EFFORT);
    assertThat(place("late").why()).contains("30 MB");
    assertThat(place("small").status()).isEqualTo(Status.SUPPORTED);
  }

  @Test
  void whatLastsShorterThanATrialDoesNotCount() {
    change(STREAM, needing("a", 400));
    for (int i = 0; i < 20; i++) {
      nothingFor(9, STREAM, needing("a", 800));
      nothingFor(1, STREAM, needing("a", 400));
    }
  }

  @Test
  void noiseMakesNoPlan() {
    change(STREAM, needing("a", 400));
    SplittableRandom noise = new SplittableRandom(11);
    for (int i = 0; i < 1_000; i++) {
      HitCurve hits =
          HitCurve.of(
              HitCurve.Shape.STEPS,
              new double[] {400 * MB * (1 - 0.1 * noise.nextDouble())},
              new double[] {0.8 - 0.02 * noise.nextDouble()});
      double micros = 12_000 * (1 + 0.1 * noise.nextDouble());
      Profile a = new Profile.Random("a", 1, 1, ServiceTimes.constant(micros), hits, 100);
      assertThat(see(STREAM, a)).isEmpty();
    }
  }

  @Test
  void plansAreApartHoweverMuchChanges() {
    change(STREAM);
    Instant last = now;
    int changes = 0;
    for (int i = 0; i < 600; i++) {
      boolean odd = i / 15 % 2 == 1;
      Instant at = now;
      if (see(STREAM, needing("a", odd ? 200 : 800)).isPresent()) {
        assertThat(Duration.between(last, at)).isGreaterThan(DAMPING.dwell().minusSeconds(2));
        last = at;
        changes++;
      }
    }
    assertThat(changes).isBetween(2, 21);
  }

  @Test
  void aWorkloadThatIsIdleKeepsItsPlace() {
    change(STREAM, needing("a", 400));
    nothingFor(300, unknown("stream"), unknown("a"));
    assertThat(place("a").status()).isEqualTo(Status.SUPPORTED);
  }

  @Test
  void aSmallerCacheIsDividedAtOnceAndTheLastOneLoses() {
    change(needing("first", 400), needing("second", 500));
    cacheBytes = 800 * MB;
    Optional<Change> less = see(needing("first", 400), needing("second", 500));
    assertThat(less.orElseThrow().reasons()).containsExactly("the cache has 800 MB, not 1000");
    assertThat(place("first").status()).isEqualTo(Status.SUPPORTED);
    assertThat(place("second").status()).isEqualTo(Status.BEST_EFFORT);
  }

  @Test
  void aLargerWeightIsRefusedWhereItMakesSlicesTooLong() {
    Profile heavy = STREAM.weighing(400);
    change(STREAM, needing("a", 400));
    double before = place("a").sliceMicros();
    change(heavy, needing("a", 400));
    assertThat(place("stream").status()).isEqualTo(Status.BEST_EFFORT);
    assertThat(place("a").status()).isEqualTo(Status.SUPPORTED);
    assertThat(place("a").sliceMicros()).isEqualTo(before);
  }

  /** Shows that a successor keeps promises that it has not made. */
  @Test
  void whoHasWhatItNeedsByTheFormerPlanComesFirst() {
    inForce =
        Map.of("late", new Allotment(500e3, 150 * MB), "first", new Allotment(500e3, 850 * MB));
    change(needing("late", 600), needing("first", 700), needing("new", 200));
    assertThat(place("first").status()).isEqualTo(Status.SUPPORTED);
    assertThat(place("late").status()).isEqualTo(Status.BEST_EFFORT);
    assertThat(place("new").status()).isEqualTo(Status.SUPPORTED);
    inForce =
        Map.of("late", new Allotment(500e3, 850 * MB), "first", new Allotment(500e3, 150 * MB));
    nothingFor(100, needing("late", 600), needing("first", 700), needing("new", 200));
  }

  /**
   * Shows that a need may grow by less than what counts as another and still be given: of 100 MB
   * left over each has half, so who needs 460 MB instead of 400 has no hits any more.
   */
  @Test
  void whoHasNoHitsAnyMoreInItsPlaceIsGivenMore() {
    change(needing("second", 500), needing("first", 400));
    assertThat(place("first").partitionBytes()).isEqualTo(450 * MB);
    nothingFor(60, needing("second", 500), needing("first", 440));
    Change grown = change(needing("second", 500), needing("first", 460));
    assertThat(grown.reasons()).containsExactly("first does something else than before");
    assertThat(place("first").status()).isEqualTo(Status.SUPPORTED);
    assertThat(place("first").partitionBytes()).isEqualTo(480 * MB);
  }

  /** A fifth of a need is noise, and so is a hundredth of the cache. */
  @Test
  void whoNeedsALittleLessKeepsItsPlan() {
    change(STREAM, needing("a", 400));
    nothingFor(100, STREAM, needing("a", 320));
    assertThat(change(STREAM, needing("a", 319)).reasons())
        .containsExactly("a does something else than before");
    change(STREAM, needing("a", 12));
    nothingFor(100, STREAM, needing("a", 2));
    assertThat(change(STREAM, needing("a", 1.9)).reasons())
        .containsExactly("a does something else than before");
  }

  /**
   * Four fifths of the 12 ms and 700 MB that the second needs are enough to go before the first.
   */
  @ParameterizedTest
  @CsvSource({"9600, 560, true", "9599, 560, false", "9600, 559, false", "1e6, 0, false"})
  void whatIsInForceIsKeptWhereItIsNearlyEnough(double micros, double megabytes, boolean kept) {
    inForce = Map.of("second", new Allotment(micros, megabytes * MB));
    change(needing("first", 600), needing("second", 700));
    assertThat(place("second").status()).isEqualTo(kept ? Status.SUPPORTED : Status.BEST_EFFORT);
    assertThat(place("first").status()).isEqualTo(kept ? Status.BEST_EFFORT : Status.SUPPORTED);
  }

  @Test
  void whoHasOutgrownItsPlaceIsToldWhatItHasAndNeeds() {
    change(needing("first", 400), needing("second", 500));
    change(needing("first", 700), needing("second", 500));
    assertThat(place("first").why())
        .isEqualTo(
            "first was promised 400 MB of cache and slices of 12 ms and needs 700 MB and 12 ms"
                + " now, which are not free; with what it keeps it can reach 0.20 of its"
                + " efficiency alone");
  }

  /** What it needs is another thing still, though not for a trial's time: no promise is renewed. */
  @Test
  void whoHasOutgrownItsPlaceIsNotSupportedAgainForASecond() {
    change(needing("first", 400), needing("second", 500));
    change(needing("first", 700), needing("second", 500));
    nothingFor(25, needing("first", 700), needing("second", 500));
    nothingFor(1, needing("first", 400), needing("second", 500));
    Change came = change(needing("first", 700), needing("second", 500), unknown("new"));
    assertThat(came.reasons()).containsExactly("new came");
    assertThat(place("first").status()).isEqualTo(Status.BEST_EFFORT);
  }

  @Test
  void aNameThatIsThereTwiceIsRefused() {
    assertThatThrownBy(() -> see(STREAM, STREAM)).hasMessageContaining("stream is there twice");
  }
}
