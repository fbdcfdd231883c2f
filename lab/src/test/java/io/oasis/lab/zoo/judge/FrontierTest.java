package io.oasis.lab.zoo.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What fairness costs is known at every total, and who is behind by 5 % is not on the frontier. */
class FrontierTest {
  private static final Frontier FRONTIER =
      new Frontier(
          List.of(
              new Frontier.Point(1, 0.2),
              new Frontier.Point(0.96, 0.5),
              new Frontier.Point(0.9, 0.8)));

  @Test
  void aLowerTotalBuysAGreaterShare() {
    assertThat(FRONTIER.leastShareAt(1)).isEqualTo(0.2);
    assertThat(FRONTIER.leastShareAt(0.95)).isEqualTo(0.5);
    assertThat(FRONTIER.leastShareAt(0.9)).isEqualTo(0.8);
    assertThat(FRONTIER.leastShareAt(1.1)).isZero();
    assertThat(Frontier.UNKNOWN.leastShareAt(0.9)).isNaN();
  }

  @Test
  void whoIsBehindInEitherIsNotThere() {
    assertThat(FRONTIER.isReachedBy(1, 0.2)).isTrue();
    assertThat(FRONTIER.isReachedBy(0.96, 0.48)).isTrue();
    assertThat(FRONTIER.isReachedBy(0.95, 0.3)).isFalse();
    assertThat(FRONTIER.isReachedBy(0.9, 0.5)).isFalse();
    assertThat(FRONTIER.isReachedBy(0.8, 0.9)).isTrue();
  }

  /** A disk that is three times as quick with 32 I/Os: what is shared is taken from the total. */
  @Test
  void limitsThatDoNoHarmAreSearchedToo() {
    Scenario scenario =
        ReferenceTest.scenario(
            "{\"order\":\"elevator\",\"depthGain\":{\"at\":32,\"gain\":3}}",
            ReferenceTest.closed(64, ""),
            ReferenceTest.closed(2, ""));
    Reference reference = Reference.of(scenario, 1);
    StaticSearch.Found found = StaticSearch.best(scenario, reference, Enforcement.HOST);
    double harmless = found.frontier().leastShareAt(StaticSearch.HARMLESS_TOTAL);
    double unmanaged = Shares.of(reference, reference.together()).least();
    assertThat(found.frontier().leastShareAt(StaticSearch.LEAST_TOTAL))
        .isEqualTo(found.leastShare());
    assertThat(harmless).isBetween(unmanaged, found.leastShare());
    assertThat(found.total()).isBetween(StaticSearch.LEAST_TOTAL, 1.0);
  }
}
