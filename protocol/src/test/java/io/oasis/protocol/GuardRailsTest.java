package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows which words of an operator cannot be, and that one of them changes without the others. */
class GuardRailsTest {
  private static final GuardRails RAILS = (GuardRails) Samples.full().get(Schema.GUARD_RAILS);

  @Test
  void aReserveAboveTheLimitIsRefusedInEachUnit() {
    assertThatThrownBy(() -> rail(bound(101, 10), bound(100, 10)))
        .hasMessage("reserve.iops = 101.0: must not be above limit.iops = 100.0");
    assertThatThrownBy(() -> rail(bound(100, 11), bound(100, 10)))
        .hasMessage("reserve.bytesPerSecond = 11.0: must not be above limit.bytesPerSecond = 10.0");
  }

  @Test
  void aReserveMayBeAllOfTheLimitAndHaveAnotherUnit() {
    assertThat(rail(bound(100, 10), bound(100, 10)).reserve()).contains(bound(100, 10));
    assertThat(rail(bound(100, 10), RateBound.ofIops(100)).limit()).contains(RateBound.ofIops(100));
    assertThat(rail(RateBound.ofBytesPerSecond(11), RateBound.ofIops(10)).reserve())
        .contains(RateBound.ofBytesPerSecond(11));
    assertThat(rail(RateBound.ofIops(11), RateBound.ofBytesPerSecond(10)).reserve())
        .contains(RateBound.ofIops(11));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 1, 1_000})
  void weightsAreFromAThousandthToAThousand(double weight) {
    assertThat(rail(weight).weight()).contains(weight);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.000_999, 1_000.001, 0, -1, Double.NaN})
  void anyOtherWeightIsRefused(double weight) {
    assertThatThrownBy(() -> rail(weight))
        .hasMessage("weight = " + weight + ": must be between 0.001 and 1000.0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1_000})
  void theHarmThatMayBeDoneIsFromNoneToAThousandfold(double growth) {
    assertThat(new HarmRail(0, growth).mostP99Growth()).isEqualTo(growth);
  }

  @Test
  void theRailOfAQueueNamesOneAndThatOfAGroupNeedNot() {
    assertThat(rail(GuardRails.Scope.GROUP, "h:/machine.slice").name())
        .isEqualTo("h:/machine.slice");
    assertThatThrownBy(() -> rail(GuardRails.Scope.QUEUE, "h:/machine.slice"))
        .hasMessage("queue = h:/machine.slice: must be written application|lun");
    assertThatThrownBy(() -> rail(GuardRails.Scope.GROUP, ""))
        .hasMessage("name = : must have 1 to 512 characters");
  }

  @Test
  void theModeChangesAlone() {
    GuardRails changed = RAILS.in(Mode.SHADOW);
    assertThat(changed.mode()).isEqualTo(Mode.SHADOW);
    assertThat(changed.in(Mode.ENFORCE)).isEqualTo(RAILS);
  }

  @Test
  void thePolicyChangesAlone() {
    GuardRails changed = RAILS.by("max-min");
    assertThat(changed.policy()).isEqualTo("max-min");
    assertThat(changed.by("proportional-fair")).isEqualTo(RAILS);
  }

  @Test
  void theChangeIsReplacedAlone() {
    GuardRails changed =
        RAILS.revised(new GuardRails.Change(13, Instant.EPOCH, Optional.of("a new disk")));
    assertThat(changed.revision()).isEqualTo(13);
    assertThat(changed.change().actor()).isEmpty();
    assertThat(changed.revised(RAILS.change())).isEqualTo(RAILS);
  }

  @Test
  void withoutAHarmRailTheStandardOneHolds() {
    assertThat(RAILS.harmRail()).isEqualTo(new HarmRail(0.1, 0.5));
    assertThat(GuardRails.initial(RAILS.domain(), Mode.OBSERVE, "p").harmRail())
        .isEqualTo(new HarmRail(0.2, 0.5));
  }

  private static RateBound bound(double iops, double bytesPerSecond) {
    return new RateBound(
        Optional.of(new Iops(iops)), Optional.of(new BytesPerSecond(bytesPerSecond)));
  }

  private static GuardRails.GuardRail rail(RateBound reserve, RateBound limit) {
    return new GuardRails.GuardRail(
        GuardRails.Scope.APPLICATION,
        "h:/a",
        Optional.empty(),
        Optional.of(reserve),
        Optional.of(limit),
        false);
  }

  private static GuardRails.GuardRail rail(double weight) {
    return new GuardRails.GuardRail(
        GuardRails.Scope.APPLICATION,
        "h:/a",
        Optional.of(weight),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  private static GuardRails.GuardRail rail(GuardRails.Scope scope, String name) {
    return new GuardRails.GuardRail(
        scope, name, Optional.empty(), Optional.empty(), Optional.empty(), false);
  }
}
