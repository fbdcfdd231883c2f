package io.oasis.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The report in the repository is what the lab gives, and its verdicts are those that somebody has
 * written down here: a worse implementation fails, and so does a better one that nobody noticed.
 */
class LabReportTest {
  private static final Path REPORT = Path.of("report.md");

  private static final String MISSED =
      """
      oasis-competing-bandwidth | capacity
      oasis-competing-bandwidth | oasis
      oasis-database | capacity
      oasis-database | proportional-fair
      oasis-database | oasis
      closed-loop-starvation | capacity
      censored-demand | capacity
      passing-lulls | capacity
      noisy-background | capacity
      faults-messages | proportional-fair
      faults-everything | proportional-fair
      """;

  private static final String NOTHING_SHOWN =
      """
      censored-demand | oasis
      idle-reclaim | oasis
      capacity-drop | oasis
      passing-lulls | oasis
      noisy-background | oasis
      """;

  private static final String EXCUSED = "";

  private static final String HELD =
      """
      oasis-responsiveness | capacity
      oasis-responsiveness | oasis
      oasis-competing-cache | proportional-fair
      oasis-competing-cache | oasis
      oasis-competing-cache | largest-gain
      closed-loop-starvation | proportional-fair
      closed-loop-starvation | oasis
      censored-demand | proportional-fair
      idle-reclaim | proportional-fair
      idle-reclaim | capacity
      capacity-drop | proportional-fair
      capacity-drop | capacity
      passing-lulls | proportional-fair
      do-no-harm | proportional-fair
      do-no-harm | capacity
      latency-receipts | capacity
      zygaria-reserves | zygaria
      zygaria-transient | zygaria
      zygaria-overhead | zygaria
      zygaria-streams | zygaria
      zygaria-mixed | zygaria
      study-shares | sfq(1)
      study-latency | edf
      study-predictability | quanta
      study-seek | quanta
      ten-thousand-queues | capacity
      argon-access-size | planner
      argon-amortization | insulated
      argon-cache | insulated
      argon-quanta | insulated
      argon-mixed | insulated
      argon-four | insulated
      argon-macro | insulated
      argon-writes | insulated
      argon-times-streams | insulated
      argon-times-mix | insulated
      argon-sweep-access | insulated
      argon-sweep-quantum | insulated
      cosched-solve | any-servers
      cosched-solve | neighbouring-servers
      cosched-relaxed | neighbouring-servers
      cosched-relaxed | any-servers
      cosched-parallel | neighbouring-servers
      cosched-parallel | any-servers
      cosched-servers | synchronised
      cosched-workloads | synchronised
      cosched-all | synchronised
      faults-messages | capacity
      faults-crashes | proportional-fair
      faults-crashes | capacity
      faults-partitions | proportional-fair
      faults-partitions | capacity
      faults-clocks | proportional-fair
      faults-clocks | capacity
      faults-everything | capacity
      """;

  private static final String BARS_NOT_HELD =
      """
      oasis-competing-bandwidth | capacity | usageDifference.overload <= 0.01 | **missed** on 3
      oasis-competing-bandwidth | capacity | queueDifference.overload <= 0.005 | **missed** on 1
      oasis-competing-bandwidth | oasis | usageDifference.overload <= 0.01 | **missed** on 5
      oasis-competing-bandwidth | oasis | queueDifference.overload <= 0.005 | **missed** on 5
      oasis-database | capacity | transactions.scale1 >= 22.69 (3.3 x best-effort.transactions.scale1) | **missed** on 1
      oasis-database | capacity | aggregation.scale1 >= 1184 (0.65 x best-effort.aggregation.scale1) | **missed** on 2
      oasis-database | capacity | transactionsAtDevice.scale1 <= 0.5 | **missed** on 1
      oasis-database | capacity | aggregationAtDevice.scale1 <= 0.5 | **missed** on 1
      oasis-database | capacity | transactions.scale2 >= 64.01 (4.4 x best-effort.transactions.scale2) | **missed** on 2
      oasis-database | capacity | aggregation.scale2 >= 1152 (0.65 x best-effort.aggregation.scale2) | **missed** on 2
      oasis-database | capacity | transactionsAtDevice.scale2 <= 0.5 | **missed** on 1
      oasis-database | capacity | aggregationAtDevice.scale2 <= 0.5 | **missed** on 1
      oasis-database | capacity | transactions.scale4 >= 90.54 (5.0 x best-effort.transactions.scale4) | **missed** on 1
      oasis-database | capacity | aggregation.scale4 >= 1139 (0.65 x best-effort.aggregation.scale4) | **missed** on 2
      oasis-database | capacity | transactionsAtDevice.scale4 <= 0.5 | **missed** on 3
      oasis-database | capacity | aggregationAtDevice.scale4 <= 0.5 | **missed** on 1
      oasis-database | capacity | transactions.scale8 >= 132.4 (4.4 x best-effort.transactions.scale8) | **missed** on 2
      oasis-database | capacity | aggregation.scale8 >= 1099 (0.65 x best-effort.aggregation.scale8) | **missed** on 1
      oasis-database | capacity | transactionsAtDevice.scale8 <= 0.5 | **missed** on 3
      oasis-database | proportional-fair | transactionsAtDevice.scale1 <= 0.5 | **missed** on 3
      oasis-database | proportional-fair | aggregationAtDevice.scale1 <= 0.5 | **missed** on 3
      oasis-database | proportional-fair | transactions.scale2 >= 64.01 (4.4 x best-effort.transactions.scale2) | **missed** on 2
      oasis-database | proportional-fair | transactionsAtDevice.scale2 <= 0.5 | **missed** on 3
      oasis-database | proportional-fair | aggregationAtDevice.scale2 <= 0.5 | **missed** on 1
      oasis-database | proportional-fair | transactions.scale4 >= 93.43 (5.0 x best-effort.transactions.scale4) | **missed** on 1
      oasis-database | proportional-fair | transactionsAtDevice.scale4 <= 0.5 | **missed** on 3
      oasis-database | proportional-fair | aggregationAtDevice.scale4 <= 0.5 | **missed** on 1
      oasis-database | proportional-fair | transactions.scale8 >= 133.7 (4.4 x best-effort.transactions.scale8) | **missed** on 1
      oasis-database | proportional-fair | aggregation.scale8 >= 1096 (0.65 x best-effort.aggregation.scale8) | **missed** on 2
      oasis-database | proportional-fair | transactionsAtDevice.scale8 <= 0.5 | **missed** on 3
      oasis-database | proportional-fair | aggregationAtDevice.scale8 <= 0.5 | **missed** on 2
      oasis-database | oasis | transactions.scale1 >= 22.84 (3.3 x best-effort.transactions.scale1) | **missed** on 3
      oasis-database | oasis | transactionsAtDevice.scale1 <= 0.5 | **missed** on 3
      oasis-database | oasis | aggregationAtDevice.scale1 <= 0.5 | **missed** on 3
      oasis-database | oasis | transactions.scale2 >= 64.01 (4.4 x best-effort.transactions.scale2) | **missed** on 3
      oasis-database | oasis | transactionsAtDevice.scale2 <= 0.5 | **missed** on 3
      oasis-database | oasis | aggregationAtDevice.scale2 <= 0.5 | **missed** on 3
      oasis-database | oasis | transactions.scale4 >= 93.43 (5.0 x best-effort.transactions.scale4) | **missed** on 3
      oasis-database | oasis | transactionsAtDevice.scale4 <= 0.5 | **missed** on 3
      oasis-database | oasis | aggregationAtDevice.scale4 <= 0.5 | **missed** on 3
      oasis-database | oasis | transactions.scale8 >= 133.7 (4.4 x best-effort.transactions.scale8) | **missed** on 3
      oasis-database | oasis | transactionsAtDevice.scale8 <= 0.5 | **missed** on 3
      oasis-database | oasis | aggregationAtDevice.scale8 <= 0.5 | **missed** on 3
      closed-loop-starvation | capacity | apart.ofFairShare1 >= 0.9 | **missed** on 5
      censored-demand | capacity | loopOfFairShare >= 0.98 | **missed** on 5
      passing-lulls | capacity | leastOfFairShare.three >= 0.9 | **missed** on 1
      noisy-background | capacity | foregroundP99Ratio <= 1.2 | **missed** on 5
      faults-messages | proportional-fair | leastOfFairShareAfterwards >= 0.7 | **missed** on 1
      faults-everything | proportional-fair | leastOfFairShareAfterwards >= 0.7 | **missed** on 1
      """;

  /** The first words of each cell of a row of the report. */
  private static final String ROW =
      "^\\| ([\\w-]+) \\| ([\\w()-]+) \\| ([^|]+) \\| [^|]+ \\| (\\S+ on \\d+) .*\\|$";

  private static String report() throws IOException {
    return Files.readString(REPORT, StandardCharsets.UTF_8);
  }

  private static List<String> of(String verdict) throws IOException {
    String end = " | " + verdict + " |";
    return report()
        .lines()
        .filter(line -> line.startsWith("| ") && line.endsWith(end))
        .filter(line -> line.chars().filter(each -> each == '|').count() == 4)
        .map(line -> line.substring(2, line.length() - end.length()))
        .filter(row -> row.matches("[a-z-]+ \\| [a-z0-9()-]+")) // a bar has a sign in it
        .toList();
  }

  /** Whatever changes a verdict changes this list by hand, and its commit says why. */
  @Test
  void theVerdictsAreThoseWrittenDownHere() throws IOException {
    assertThat(of("**missed**")).containsExactlyElementsOf(MISSED.lines().toList());
    assertThat(of("**nothing shown**")).containsExactlyElementsOf(NOTHING_SHOWN.lines().toList());
    assertThat(of("**excused**")).containsExactlyElementsOf(EXCUSED.lines().toList());
    assertThat(of("held")).containsExactlyElementsOf(HELD.lines().toList());
  }

  @Test
  void theBarsThatAreNotHeldAreThoseWrittenDownHere() throws IOException {
    assertThat(
            report()
                .lines()
                .filter(line -> line.matches(ROW))
                .map(line -> line.replaceFirst(ROW, "$1 | $2 | $3 | $4")))
        .containsExactlyElementsOf(BARS_NOT_HELD.lines().toList());
  }

  /** Written anew by hand, with the change explained: {@code ./oasis lab report --text}. */
  @Test
  @Tag("slow")
  void theReportInTheRepositoryIsWhatTheLabGivesNow() throws IOException {
    assertThat(LabReport.run(text -> {}).text()).isEqualTo(report());
  }
}
