package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.CapacityEstimate.Source;
import org.junit.jupiter.api.Test;

/** Shows what people see of how much there was to share. */
class RoomTest {
  private final Room room = new Room(CapacityMemory.NONE);

  /** 400 a second are 400 give or take 20 by chance: two of those to each side. */
  @Test
  void itIsShownWithWhatChanceMakesOfIt() {
    room.is(400);
    CapacityEstimate shown = room.estimate(2, true);
    assertThat(shown.lowerCostPerSecond()).isCloseTo(360, within(1e-9));
    assertThat(shown.upperCostPerSecond().orElseThrow()).isCloseTo(440, within(1e-9));
    assertThat(shown.lowerIops()).as("of a cost of 2 each").isCloseTo(180, within(1e-9));
    assertThat(shown.upperIops().orElseThrow()).isCloseTo(220, within(1e-9));
    assertThat(shown.source()).isEqualTo(Source.KNEE);
    assertThat(shown.saturated()).isTrue();
    assertThat(room.estimate(2, false).saturated()).isFalse();
  }

  @Test
  void chanceMakesItNoLessThanNothing() {
    room.is(1);
    assertThat(room.estimate(1, true).lowerCostPerSecond()).isZero();
  }

  @Test
  void nothingIsShownOfWhatIsNotKnown() {
    CapacityEstimate shown = room.estimate(2, false);
    assertThat(room.known()).isEmpty();
    assertThat(shown.lowerCostPerSecond()).isZero();
    assertThat(shown.upperCostPerSecond()).isEmpty();
    assertThat(shown.upperIops()).isEmpty();
    assertThat(shown.source()).isEqualTo(Source.NONE);
  }

  @Test
  void aSuccessorGoesOnShowingIt() {
    room.is(400);
    Room next = new Room(room.memory());
    assertThat(next.cost()).isEqualTo(400);
    assertThat(next.known()).contains(400.0);
  }
}
