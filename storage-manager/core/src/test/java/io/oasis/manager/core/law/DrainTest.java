package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows for how long what is measured is of what was in the device before. */
class DrainTest {
  @ParameterizedTest
  @CsvSource({
    "0.01, 0.25, 0.25, the interval in which a limit came",
    "0.2, 0.25, 1, and three latencies as whole intervals",
    "0.2, 1, 1.5, but no longer than this",
    "5, 0.25, 1.5, nor where a device stands",
  })
  void threeLatenciesAndAnInterval(double latency, double length, double seconds, String why) {
    assertThat(Drain.seconds(latency, length)).as(why).isEqualTo(seconds);
  }
}
