package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Mode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A domain is measured and decided about more often while somebody in it is limited or asked. */
class IntervalTest {
  private static final double CAPACITY = 1_000;

  private final ModelDomain model = new ModelDomain(CAPACITY, 1);

  @Test
  void shortIntervalsAreWishedForWhileSomebodyIsLimited() {
    model.follows = true;
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 2);
    model.mode(Mode.ENFORCE, "proportional-fair", 1);
    shallow.depth = 0;
    model.run(10);
    assertThat(model.wish).as("nobody to ask for").isEmpty();
    shallow.depth = 2;
    model.run(5);
    assertThat(model.wish).contains(250L);
    model.run(4 * 60);
    assertThat(deep.cap).isFinite();
    assertThat(model.wish).contains(250L);
    shallow.depth = 0;
    model.run(4 * 4);
    assertThat(model.wish).as("for some seconds after").contains(250L);
    model.run(4 * 3);
    assertThat(model.wish).isEmpty();
  }

  /** Nobody is asked where nothing is enforced, and nothing is pushed by the law by capacity. */
  @ParameterizedTest
  @ValueSource(strings = {"SHADOW proportional-fair", "ENFORCE capacity", "ENFORCE even"})
  void thatIsAllTheyAreWishedFor(String told) {
    model.follows = true;
    model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    model.mode(Mode.valueOf(told.split(" ")[0]), told.split(" ")[1], 1);
    for (int i = 0; i < 60; i++) {
      model.run(1);
      assertThat(model.wish).isEmpty();
    }
  }

  /** The law is as quick as its intervals. */
  @Test
  void theStarvedHasItsShareSooner() {
    assertThat(secondsToShare(true)).isLessThan(secondsToShare(false)).isLessThan(10);
  }

  /** An agent of an earlier version goes on measuring once a second, and its domain with it. */
  @Test
  void anAgentThatKnowsOfNoWishesIsServedAsBefore() {
    assertThat(secondsToShare(false)).isLessThan(20);
  }

  private static double secondsToShare(boolean follows) {
    ModelDomain model = new ModelDomain(CAPACITY, 1);
    model.follows = follows;
    model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 2);
    model.mode(Mode.ENFORCE, "proportional-fair", 1);
    Instant begin = model.now;
    for (int i = 0; i < 240 && shallow.got < 0.45 * CAPACITY; i++) {
      model.run(1);
    }
    return Duration.between(begin, model.now).toMillis() / 1e3;
  }
}
