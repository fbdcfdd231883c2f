package io.oasis.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows the order of virtual time, and what chance depends on. */
class TimelineTest {
  @Test
  void whatIsDueHappensInOrderOfTimeAndThenOfPlanning() {
    Timeline time = new Timeline();
    List<String> happened = new ArrayList<>();
    time.at(20, () -> happened.add("c"));
    time.at(10, () -> happened.add("a"));
    time.at(10, () -> happened.add("b"));
    time.at(10, () -> time.at(5, () -> happened.add("late " + time.now())));
    time.runUntil(15);
    assertThat(happened).containsExactly("a", "b", "late 10");
    assertThat(time.now()).isEqualTo(15);
    time.runUntil(30);
    assertThat(happened).endsWith("c");
  }

  @Test
  void chanceDependsOnSeedAndNameOnly() {
    assertThat(new Chance(1, "a").even()).isEqualTo(new Chance(1, "a").even());
    assertThat(new Chance(1, "a").even()).isNotEqualTo(new Chance(1, "b").even());
    assertThat(new Chance(1, "a").even()).isNotEqualTo(new Chance(2, "a").even());
  }
}
