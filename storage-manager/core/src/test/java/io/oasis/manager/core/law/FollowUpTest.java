package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows what limits that stay in force tell of who did not answer a question. */
class FollowUpTest {
  private final Watched device = new Watched().queue("deep", 500).queue("small", 20).see(2, 1_000);
  private final List<Taker> takers = device.at.takers();

  /** The latency fell from 60 to 30 ms, the other one takes so many more I/Os a second than 20. */
  private void goesOn(double more, double seconds) {
    boolean[] deep = {true, false};
    boolean[] small = {false, true};
    Sides sides = Sides.turned(device.at, device.at.recent(), deep, small).orElseThrow();
    FollowUp followUp = new FollowUp(device.at, takers, sides, 0.06, device.seconds());
    device.queue("small", 20 + more);
    for (double passed = 0; passed < seconds; passed += Watched.LENGTH_SECONDS) {
      device.see(Watched.LENGTH_SECONDS, 1_000);
      followUp.step();
    }
  }

  private void scatter() {
    for (int i = 0; i < 20; i++) {
      device.queue("small", i % 2 == 0 ? 10 : 30);
      device.see(Watched.LENGTH_SECONDS, 1_000);
    }
  }

  @Test
  void whoTakesAsLittleAsBeforeIsContentInTheEnd() {
    scatter();
    goesOn(0, 1);
    assertThat(device.taker("small").isUnknown()).as("a second is too short").isTrue();
    goesOn(0, 8);
    assertThat(device.taker("small").isContent()).isTrue();
  }

  @Test
  void whoTakesMoreIsHungry() {
    goesOn(30, 4);
    assertThat(device.taker("small").isHungry()).isTrue();
  }

  @Test
  void whoIsLimitedItselfTellsNothing() {
    device.taker("small").hold(20, device.seconds());
    goesOn(0, 8);
    assertThat(device.taker("small").isUnknown()).isTrue();
  }
}
