package io.oasis.proving.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Shows which bars a set-up misses, and the names under which its figures are printed. */
class ScaleReportTest {
  private static final String JSON =
      """
      {"cores":2,"rows":[{"managers":1,"domains":100,"queues":10000,"requestsPerSecond":9000.0,\
      "answered":900,"p50Millis":4.0,"p99Millis":60.0,"managerCores":0.5,"brokerCores":0.4,\
      "loadCores":0.3,"managerMib":351.0,"topicBytesPerSecond":{"oasis.requests":1500.0}}]}\
      """;

  private final ScaleReport report =
      new ScaleReport(
          2,
          List.of(
              new ScaleReport.Row(
                  new ScaleReport.Setup(1, 100, 10_000),
                  9_000,
                  900,
                  4,
                  60,
                  new ScaleReport.Cost(0.5, 0.4, 0.3, 351, Map.of("oasis.requests", 1_500.0)))));

  @Test
  void itsJsonHasAFlatObjectForEachRow() {
    assertThat(new JsonMapper().writeValueAsString(report)).isEqualTo(JSON);
  }

  @Test
  void everyBarThatIsMissedIsNamed() {
    assertThat(report.bars().failures())
        .containsExactly(
            "1 managers, 100 domains, 10000 queues: 351 MiB, bar 350",
            "1 managers, 100 domains, 10000 queues: only 9000 requests/s were sent",
            "1 managers, 100 domains, 10000 queues: p99 60 ms, bar 50");
    assertThat(report.text()).endsWith("bars: 0 held, 3 missed, 0 excused\n");
  }
}
