package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows that who gets much less than its limit is helped against those who take more. */
class BehindTest {
  private final Metered device = new Metered();
  private final Holding holding = new Holding(device.at);

  /** Deep was held to 500 of 1,000, and gets 50 since: the elevator stays with the other one. */
  private void passedOver() {
    device.limited(holding);
    device.passes("deep", 50).passes("small", 950);
    device.step(holding, 1.5);
  }

  @Test
  void whoTakesMoreIsHeldAsWell() {
    passedOver();
    assertThat(device.at.notes).anyMatch(note -> note.contains("gets less than its limit"));
    assertThat(device.taker("deep").isLimited()).isTrue();
    assertThat(device.limit("small")).isLessThan(900);
  }

  /** Neither limit holds back much then, and without one of them it would begin anew. */
  @Test
  void bothLimitsStayWhereThatHelps() {
    passedOver();
    device.passes("deep", 480).waits("small", 510, 3);
    device.step(holding, 20);
    assertThat(device.taker("deep").isLimited()).isTrue();
    assertThat(device.taker("small").isLimited()).isTrue();
  }

  @Test
  void whoGetsNoMoreByThatIsContent() {
    passedOver();
    device.passes("deep", 50).waits("small", 550, 3);
    device.step(holding, 3);
    assertThat(device.taker("deep").isContent()).isTrue();
    assertThat(device.taker("deep").isLimited()).isFalse();
  }

  /** Half of what it may have is no sign of an order of the device's own. */
  @Test
  void whoGetsSomewhatLessHasALimitThatIsNeedless() {
    device.limited(holding);
    device.passes("deep", 230).passes("small", 770);
    device.step(holding, 1.5);
    assertThat(device.taker("deep").isLimited()).isFalse();
  }

  @Test
  void whoIsContentIsNotPassedOver() {
    device.limited(holding);
    device.taker("deep").wish.foundContent(50, device.seconds());
    device.passes("deep", 50).passes("small", 950);
    device.step(holding, 1.5);
    assertThat(device.taker("small").isLimited()).isFalse();
    assertThat(device.taker("deep").isLimited()).isFalse();
  }
}
