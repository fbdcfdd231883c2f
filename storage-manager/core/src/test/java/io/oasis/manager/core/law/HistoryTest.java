package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.History.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows that means are of whole intervals between two times. */
class HistoryTest {
  private final History history = new History();

  private void pass(int seconds, double completed, double inFlight, boolean limited) {
    history.add(new Sight(seconds, 1, List.of(), completed, inFlight, 0.02), limited);
  }

  @Test
  void aSpanHasTheIntervalsThatLieInIt() {
    pass(1, 100, 4, false);
    pass(2, 200, 6, true);
    pass(3, 600, 8, false);
    Span two = history.span(0, 2);
    assertThat(history.completed(two)).isEqualTo(150);
    assertThat(history.inFlight(two)).isEqualTo(5);
    assertThat(history.latency(two)).isCloseTo(0.02, within(1e-12));
    assertThat(history.completed(history.span(2, 3))).isEqualTo(600);
    assertThat(history.completed(history.span(2.5, 3))).as("no whole interval").isZero();
    assertThat(history.latency(history.span(2.5, 3))).isZero();
  }

  @Test
  void intervalsUnderLimitsCanBeLeftOut() {
    pass(1, 100, 4, false);
    pass(2, 200, 6, true);
    pass(3, 600, 8, false);
    assertThat(history.since(1, false)).hasSize(3);
    assertThat(history.since(2, false)).hasSize(2);
    assertThat(history.since(1, true)).hasSize(2);
    assertThat(history.since(2.5, true)).hasSize(1);
    assertThat(history.completedIn(history.since(3, false)[0])).isEqualTo(600);
  }
}
