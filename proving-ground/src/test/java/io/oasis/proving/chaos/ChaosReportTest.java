package io.oasis.proving.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Shows which bars a run misses, and the names under which its figures are printed. */
class ChaosReportTest {
  private static final String JSON =
      """
      {"seed":7,"minutes":3.0,"leaseMillis":3000,"scenes":12,"tried":{"kill":4},\
      "takeoverSeconds":[0.5,1.6],"releasedByTakeover":["at the second"],\
      "longestWithoutControlSeconds":2.5,"withoutControlDuring":"a pause",\
      "longestBeyondLeaseSeconds":1.2,"lost":["a"],"notRecovered":["b"],"died":["c"],\
      "differences":["d"],"forged":true}\
      """;

  private final ChaosReport report =
      new ChaosReport(
          new ChaosReport.Course(7, 3, 3_000, 12, new TreeMap<>(Map.of("kill", 4))),
          new ChaosReport.Takeovers(List.of(0.5, 1.6), List.of("at the second")),
          new ChaosReport.Without(2.5, "a pause"),
          1.2,
          new ChaosReport.Losses(List.of("a"), List.of("b"), List.of("c"), List.of("d")),
          true);

  @Test
  void itsJsonIsOneFlatObject() {
    assertThat(new JsonMapper().writeValueAsString(report)).isEqualTo(JSON);
  }

  @Test
  void everyBarThatIsMissedIsNamed() {
    assertThat(report.bars().failures())
        .containsExactly(
            "a limit outlived its lease by 1.2 s",
            "a takeover took 1.6 s, half a lease or more",
            "a limit was gone at the second",
            "a limit was in force that no manager decided",
            "a",
            "b",
            "d");
    assertThat(report.text()).endsWith("bars: 1 held, 7 missed, 0 excused\n");
  }
}
