package io.oasis.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.brick.device.FixedRate;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.DisciplineSpec.Kind;
import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Client;
import io.oasis.lab.brick.Moments;
import io.oasis.lab.host.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows what the worst windows of streams with known times are. */
class WindowsTest {
  private static final long SECOND = 1_000_000_000L;

  /** Two clients that take turns on a device of 100 a second. */
  private static List<Moments> turns() {
    BrickRun run =
        new BrickRun(DisciplineSpec.of(Kind.NONE).withDepth(1), new FixedRate<>(100, 1e12), 1);
    run.open("one", Terms.standard(), Stage.random(Stage.closed(1)));
    run.open("two", Terms.standard(), Stage.random(Stage.closed(1)));
    run.runUntil(10);
    return run.clients().stream().map(Client::completed).toList();
  }

  @Test
  void anEvenStreamIsOneIoOffItsOwnRate() {
    Moments even = turns().getFirst();
    assertThat(Windows.behind(even, 50, SECOND, 9 * SECOND)).isCloseTo(1, within(0.01));
    assertThat(Windows.ahead(even, 50, SECOND, 9 * SECOND)).isCloseTo(1, within(0.01));
  }

  @Test
  void aRateThatIsMissedAddsUpOverTheWholeTime() {
    Moments even = turns().getFirst();
    assertThat(Windows.behind(even, 60, SECOND, 9 * SECOND)).isCloseTo(80, within(1.5));
    assertThat(Windows.ahead(even, 40, SECOND, 9 * SECOND)).isCloseTo(80, within(1.5));
  }

  @Test
  void whatTheDeviceDidNotDoIsNobodysShortfall() {
    double[] reserves = {60, 60};
    assertThat(Windows.behindOfDelivered(turns(), reserves, 0, SECOND, 9 * SECOND)).isLessThan(2);
    double[] uneven = {80, 20};
    assertThat(Windows.behindOfDelivered(turns(), uneven, 0, SECOND, 9 * SECOND))
        .isCloseTo(240, within(3.0));
  }

  @Test
  void theWaterLevelLiftsTheLowestUpToTheirLimits() {
    double[] reserves = {16.8, 39.2, 56};
    double[] limits = {44.8, 0, 0};
    assertThat(WaterLevel.rates(112, reserves, limits))
        .containsExactly(new double[] {16.8, 39.2, 56}, within(1e-6));
    assertThat(WaterLevel.rates(130, reserves, limits))
        .containsExactly(new double[] {34.8, 39.2, 56}, within(1e-6));
    assertThat(WaterLevel.rates(172, reserves, limits))
        .containsExactly(new double[] {44.8, 63.6, 63.6}, within(1e-6));
  }
}
