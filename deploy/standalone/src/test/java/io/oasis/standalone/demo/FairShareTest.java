package io.oasis.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever cannot use an equal part leaves the rest to the others. */
class FairShareTest {
  @Test
  void twoThatCanUseItAllGetHalfEach() {
    assertThat(FairShare.of(1000, Map.of("deep", 1000.0, "shallow", 1025.0)))
        .containsOnly(Map.entry("deep", 500.0), Map.entry("shallow", 500.0));
  }

  @Test
  void whatOneCannotUseIsSharedByTheOthers() {
    assertThat(FairShare.of(1000, Map.of("a", 100.0, "b", 1000.0, "c", 1000.0)))
        .containsOnly(Map.entry("a", 100.0), Map.entry("b", 450.0), Map.entry("c", 450.0));
  }

  @Test
  void jainsIndexIsOneForEqualsAndOneNthForAMonopoly() {
    assertThat(FairShare.jain(List.of(5.0, 5.0, 5.0))).isCloseTo(1, within(1e-12));
    assertThat(FairShare.jain(List.of(9.0, 0.0, 0.0))).isCloseTo(1.0 / 3, within(1e-12));
  }
}
