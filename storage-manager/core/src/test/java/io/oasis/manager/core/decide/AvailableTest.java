package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CapacityEstimator;
import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.policy.OasisPolicy;
import io.oasis.manager.core.policy.Policy;
import io.oasis.manager.core.policy.ProportionalFair;
import io.oasis.protocol.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows what there is to share out before and after the capacity is known. */
class AvailableTest {
  private static final Policy BY_CAPACITY = new ProportionalFair();

  /** Limits exceed what is shared out by a little, and so may what is shared out. */
  private static final double SURPLUS = new Limits().withSurplus(1);

  private final CapacityEstimator capacity = new CapacityEstimator(CapacityMemory.NONE);

  private Available in(ToldDomain told) {
    return new Available(told.domain, capacity, new Limits());
  }

  private static List<Share> limited(ToldDomain told) {
    Share one = new Share(told.queue("a"));
    Share other = new Share(told.queue("b"));
    one.allocate(200);
    other.allocate(300);
    return List.of(one, other);
  }

  private static ToldDomain listening(Mode mode) {
    return new ToldDomain(mode, ProportionalFair.NAME);
  }

  private static ToldDomain heardAll(Mode mode) {
    ToldDomain told = listening(mode);
    told.passes(5);
    return told;
  }

  @Test
  void aKnownCapacityIsSharedOut() {
    capacity.startFrom(1_000);
    ToldDomain told = listening(Mode.ENFORCE);
    Available available = in(told);
    assertThat(available.toShare(BY_CAPACITY, limited(told), 100).orElseThrow())
        .isCloseTo(1_000 * SURPLUS, within(1e-6));
    assertThat(available.isInherited()).isFalse();
  }

  /** A former controller set limits of 200 and 300 and was killed; 100 are with others. */
  @Test
  void limitsInForceSayWhatTheCapacityWasBelievedToBe() {
    ToldDomain told = heardAll(Mode.ENFORCE);
    Available available = in(told);
    assertThat(available.toShare(BY_CAPACITY, limited(told), 100).orElseThrow())
        .isCloseTo(600 * SURPLUS, within(1e-6));
    assertThat(available.isInherited()).isTrue();
    assertThat(told.domain.takeEvents())
        .containsExactly("capacity of 600 cost/s inferred from the limits in force");
  }

  @Test
  void untilEverybodyMayHaveSpokenNothingIsInferred() {
    ToldDomain told = listening(Mode.ENFORCE);
    Available available = in(told);
    assertThat(available.toShare(BY_CAPACITY, limited(told), 100)).isEmpty();
    assertThat(available.isInherited()).as("and limits stay").isTrue();
  }

  @Test
  void whereNothingIsEnforcedOrLimitedThereIsNothingToInferFrom() {
    ToldDomain shadow = heardAll(Mode.SHADOW);
    assertThat(in(shadow).toShare(BY_CAPACITY, limited(shadow), 100)).isEmpty();
    ToldDomain free = heardAll(Mode.ENFORCE);
    List<Share> nobody = List.of(new Share(free.queue("a")));
    assertThat(in(free).toShare(BY_CAPACITY, nobody, 100)).isEmpty();
  }

  /** The paper's policy is asked from the first request on: what is given out is what there is. */
  @Test
  void aPolicyThatNeedsNoCapacitySharesWhatIsGivenOut() {
    ToldDomain told = heardAll(Mode.ENFORCE);
    Available available = in(told);
    assertThat(available.toShare(new OasisPolicy(), limited(told), 100)).contains(600.0);
    assertThat(available.isInherited()).isFalse();
    assertThat(available.toShare(BY_CAPACITY, limited(told), 100))
        .as("these limits are its own work")
        .isEmpty();
    assertThat(available.toShare(new OasisPolicy(), List.of(), 0)).contains(Claims.LEAST);
  }
}
