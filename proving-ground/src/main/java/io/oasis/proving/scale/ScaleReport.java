package io.oasis.proving.scale;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.oasis.proving.Bars;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** What was measured, a row for each set-up. */
record ScaleReport(int cores, List<Row> rows) {
  private static final double MOST_MIB = 350;
  private static final double MOST_P99_MILLIS = 50;

  /** With less of the load than this, nothing was measured. */
  private static final double SENT_PART = 0.98;

  /** The load at which the latency has a bar. */
  private static final int BAR_QUEUES = 10_000;

  /**
   * @param requestsPerSecond of queues, that were sent; fewer than there are queues when those who
   *     play the agents could not keep up
   * @param answered how many intervals of domains were answered by a setting
   */
  record Row(
      @JsonUnwrapped Setup setup,
      double requestsPerSecond,
      int answered,
      double p50Millis,
      double p99Millis,
      @JsonUnwrapped Cost cost) {}

  /**
   * @param managers that shared the domains
   * @param queues of all domains together, each asking once a second
   */
  record Setup(int managers, int domains, int queues) {}

  /**
   * @param managerCores processor of all managers together
   * @param loadCores processor of the agents and adapters that are played
   * @param managerMib the largest manager's memory, resident
   * @param topicBytesPerSecond what the broker's files grow by
   */
  record Cost(
      double managerCores,
      double brokerCores,
      double loadCores,
      double managerMib,
      Map<String, Double> topicBytesPerSecond) {
    double topicsKbPerSecond() {
      return topicBytesPerSecond.values().stream().mapToDouble(bytes -> bytes).sum() / 1_000;
    }
  }

  Bars bars() {
    List<List<String>> bars = new ArrayList<>();
    for (Row row : rows) {
      String where =
          "%d managers, %d domains, %d queues"
              .formatted(row.setup().managers(), row.setup().domains(), row.setup().queues());
      bars.add(
          Bars.bar(
              row.cost().managerMib() <= MOST_MIB,
              "%s: %.0f MiB, bar %.0f".formatted(where, row.cost().managerMib(), MOST_MIB)));
      bars.add(
          Bars.bar(
              row.requestsPerSecond() >= SENT_PART * row.setup().queues(),
              "%s: only %.0f requests/s were sent".formatted(where, row.requestsPerSecond())));
      if (row.setup().queues() == BAR_QUEUES && row.setup().domains() > 1) {
        bars.add(
            Bars.bar(
                row.p99Millis() <= MOST_P99_MILLIS,
                "%s: p99 %.0f ms, bar %.0f".formatted(where, row.p99Millis(), MOST_P99_MILLIS)));
      }
    }
    return new Bars(bars);
  }

  /** For people. */
  String text() {
    StringJoiner text = new StringJoiner("\n", "", "\n");
    text.add(cores + " cores; broker, managers and the load share them");
    text.add(
        "managers domains queues requests/s answered  p50 ms  p99 ms  managers' cores  broker's "
            + " load's  MiB  topics kB/s");
    for (Row row : rows) {
      text.add(
          String.format(
              Locale.ROOT,
              "%8d %7d %6d %10.0f %8d %7.1f %7.1f %16.2f %9.2f %7.2f %4.0f %12.1f",
              row.setup().managers(),
              row.setup().domains(),
              row.setup().queues(),
              row.requestsPerSecond(),
              row.answered(),
              row.p50Millis(),
              row.p99Millis(),
              row.cost().managerCores(),
              row.cost().brokerCores(),
              row.cost().loadCores(),
              row.cost().managerMib(),
              row.cost().topicsKbPerSecond()));
    }
    return text + bars().text();
  }
}
