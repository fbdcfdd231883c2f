package io.oasis.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Shows that a slice of a size holds an access of that size. */
class InsulationSweepTest {
  /**
   * "R = 0.9 can be achieved with 8 MB prefetches", Argon, section 5.2. In slices that end before
   * the access does, a stream has 0.89.
   */
  @Test
  void anAccessOf8MibIsReadInOneSlice() {
    SortedMap<String, Double> metrics =
        new InsulationSweep(InsulationSweep.Kind.ACCESS).run("insulated", 1).metrics();
    assertThat(metrics.get("efficiency.8192")).isGreaterThan(0.9);
  }
}
