package io.oasis.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Convergence is the instant after which nothing leaves the band again. */
class AllocationsTest {
  @Test
  void convergedIsWhereTheLastApplicationComesToRest() {
    List<Allocations.Sample> samples = new ArrayList<>();
    double[] deep = {900, 700, 600, 510, 505, 500, 500, 500, 500};
    for (int i = 0; i < deep.length; i++) {
      samples.add(new Allocations.Sample(i, Map.of("deep", deep[i], "shallow", 500.0)));
    }
    Allocations.Summary summary = Allocations.summarise(samples, List.of("deep", "shallow"), 5);
    assertThat(summary.convergedSeconds()).contains(3.0);
    assertThat(summary.reversals()).isZero();
    assertThat(summary.largestMove()).isZero();
  }

  @Test
  void anExcursionMovesConvergenceBehindIt() {
    List<Allocations.Sample> samples =
        series("deep", 500, 500, 500, 560, 500, 500, 500, 500, 500, 500);
    Allocations.Summary summary = Allocations.summarise(samples, List.of("deep"), 7);
    assertThat(summary.convergedSeconds()).contains(4.0);
    assertThat(summary.reversals()).isEqualTo(1);
  }

  @Test
  void aLimitThatSwingsToTheEndNeverConverges() {
    List<Allocations.Sample> samples = series("deep", 500, 600, 400, 600, 400, 600, 400, 600);
    Allocations.Summary summary = Allocations.summarise(samples, List.of("deep"), 4);
    assertThat(summary.convergedSeconds()).isEmpty();
    assertThat(summary.reversals()).isEqualTo(6);
  }

  @Test
  void anApplicationThatStaysUnboundedIsAtRest() {
    List<Allocations.Sample> samples = series("deep", 600, 500, 500, 500);
    assertThat(Allocations.summarise(samples, List.of("deep", "free"), 2).convergedSeconds())
        .contains(1.0);
  }

  @Test
  void nothingSeenIsNotConverged() {
    assertThat(Allocations.summarise(List.of(), List.of("deep"), 0).convergedSeconds()).isEmpty();
  }

  private static List<Allocations.Sample> series(String name, double... iops) {
    List<Allocations.Sample> samples = new ArrayList<>();
    for (int i = 0; i < iops.length; i++) {
      samples.add(new Allocations.Sample(i, Map.of(name, iops[i])));
    }
    return samples;
  }
}
