package io.oasis.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.experiment.Series;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where points are drawn on each kind of axis. */
class SvgTest {
  /** From 52 to 412: the middles of two seconds are at a quarter and at three quarters. */
  @Test
  void aPointASecondIsInTheMiddleOfItsSecond() {
    String svg = Svg.panel("p", List.of(new Series("p", "n", "IOPS", new double[] {1, 1})));
    assertThat(svg).contains("points=\"142.0,").contains(" 322.0,").contains(">2 s<");
  }

  /**
   * Of 1, 10 and 1000 ms the second is a third of the way by powers, and next to the first else.
   */
  @Test
  void anAxisByPowersGivesEachPowerTheSame() {
    double[] at = {1, 10, 1_000};
    double[] values = {0, 0.5, 1};
    Series.Across byPowers = new Series.Across("ms", true, at);
    Series.Across evenly = new Series.Across("ms", false, at);
    assertThat(Svg.panel("p", List.of(new Series("p", "n", "part", byPowers, values))))
        .contains("points=\"52.0,")
        .contains(" 172.0,")
        .contains(" 412.0,")
        .contains(">1000 ms<");
    assertThat(Svg.panel("p", List.of(new Series("p", "n", "part", evenly, values))))
        .contains(" 55.2,");
  }

  @Test
  void aPanelWithoutCurvesIsDrawn() {
    assertThat(Svg.panel("p", List.of())).startsWith("<svg").endsWith("</svg>");
  }

  /** From 200 the paper's is at 306 where the longest is twice as long, and none is longer. */
  @Test
  void aBarIsAPartOfThePapersNumber() {
    assertThat(Svg.bars(new TreeMap<>(Map.of("half", 0.5, "much", 10.0)), true))
        .contains("x=\"200\" y=\"26\" width=\"53.0\"", ">half 0.5<")
        .contains("x=\"200\" y=\"42\" width=\"212.0\"", ">much 10<")
        .contains("<line x1=\"306.0\"");
  }

  @Test
  void barsThatAreNumbersOfTheirOwnHaveNoLine() {
    assertThat(Svg.bars(new TreeMap<>(Map.of("half", 48.0, "whole", 96.0)), false))
        .contains("width=\"106.0\"", "width=\"212.0\"")
        .doesNotContain("<line");
  }
}
