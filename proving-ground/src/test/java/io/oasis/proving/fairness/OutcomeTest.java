package io.oasis.proving.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of rates: total, least share, product, and whether it became less. */
class OutcomeTest {
  private static final WorkloadMix DEEP_AND_SHALLOW =
      WorkloadMix.all().stream().filter(mix -> mix.name().equals("32:1")).findFirst().orElseThrow();
  private static final Map<String, Double> ALONE = Map.of("a", 1_000.0, "b", 800.0);

  @Test
  void whoIsStarvedSetsTheLeastShare() {
    Outcome outcome = outcome("best-effort", got(950, 950), got(40, 40), Map.of());
    assertThat(outcome.total()).isEqualTo(990);
    assertThat(outcome.totalToUnmanaged()).isEqualTo(1);
    assertThat(outcome.leastShare()).isCloseTo(40 / 495.0, within(1e-9));
    assertThat(outcome.product()).isCloseTo(0.95 * 0.05, within(1e-9));
    assertThat(report(outcome).text())
        .contains("array", "32:1", "best-effort", "990", "0.08", "0.048", "never")
        .contains("a 950 (30), b 40 (30)");
  }

  @Test
  void whatIsFairIsOfWhatThereIsUnmanaged() {
    Outcome outcome = outcome("even", got(300, 300), got(300, 300), Map.of("a", 950.0, "b", 50.0));
    assertThat(outcome.totalToUnmanaged()).isCloseTo(0.6, within(1e-9));
    assertThat(outcome.leastShare()).isCloseTo(0.6, within(1e-9));
  }

  @Test
  void aTotalThatFallsShowsInItsLastThird() {
    Outcome outcome = outcome("proportional-fair", got(900, 200), got(100, 50), Map.of());
    assertThat(outcome.lastToFirstThird()).isCloseTo(0.25, within(1e-9));
    assertThat(
            outcome("proportional-fair", got(500, 500), got(500, 500), Map.of()).lastToFirstThird())
        .isEqualTo(1);
  }

  /** Its neighbour's last I/Os hold it up for 0.4 s; the device stands still for a moment later. */
  @Test
  void whoIsLeftAloneHasTheDeviceOnceItKeepsIt() {
    assertThat(leftAlone(second -> second < 0.4 ? 400 : 1_000).since().orElseThrow())
        .isBetween(0.2, 0.5);
    assertThat(leftAlone(_ -> 1_000).since()).contains(0.0);
    assertThat(leftAlone(second -> second > 2 && second < 2.6 ? 500 : 1_000).since().orElseThrow())
        .isBetween(2.0, 2.7);
    assertThat(leftAlone(_ -> 800).since()).isEmpty();
  }

  @Test
  void aPictureIsDrawnForEachLine(@TempDir Path directory) throws Exception {
    Plots.draw(
        report(outcome("best-effort", got(950, 950), got(40, 40), Map.of())),
        directory.resolve("plots"));
    assertThat(directory.resolve("plots/array-32-1-best-effort.svg")).exists();
    assertThat(Files.readString(directory.resolve("plots/array-32-1-best-effort.svg")))
        .contains("<svg", "best-effort");
  }

  private static LeftAlone leftAlone(java.util.function.DoubleUnaryOperator rate) {
    LeftAlone watch = new LeftAlone(1_000);
    double completed = 0;
    for (int step = 0; step < 40; step++) {
      watch.see(step / 10.0, Math.round(completed));
      completed += rate.applyAsDouble(step / 10.0) / 10;
    }
    return watch;
  }

  private static FairnessReport report(Outcome outcome) {
    return new FairnessReport(12, 20, Map.of(), List.of(outcome), List.of());
  }

  private static Outcome outcome(String contender, Got a, Got b, Map<String, Double> unmanaged) {
    Outcome.Played played = new Outcome.Played(Map.of("a", a, "b", b), Optional.empty());
    return Outcome.of("array", DEEP_AND_SHALLOW, contender, played, ALONE, unmanaged);
  }

  private static Got got(double first, double last) {
    List<Double> rates = new ArrayList<>();
    for (int second = 0; second < 9; second++) {
      rates.add(second < 3 ? first : second < 6 ? (first + last) / 2 : last);
    }
    return new Got((first + last) / 2, 30, rates);
  }
}
