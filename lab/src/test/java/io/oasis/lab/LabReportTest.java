package io.oasis.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.report.Text;
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
      oasis-database | capacity
      closed-loop-starvation | capacity
      censored-demand | capacity
      passing-lulls | capacity
      noisy-background | capacity
      faults-messages | proportional-fair
      faults-crashes | proportional-fair
      faults-partitions | proportional-fair
      faults-clocks | proportional-fair
      faults-everything | proportional-fair
      """;

  private static final String NOTHING_SHOWN =
      """
      oasis-database | oasis
      censored-demand | oasis
      idle-reclaim | oasis
      capacity-drop | oasis
      passing-lulls | oasis
      noisy-background | oasis
      """;

  private static final String EXCUSED = "";

  private static final String HELD =
      """
      oasis-competing-bandwidth | oasis
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
      cosched-solve | any-servers
      cosched-solve | neighbouring-servers
      cosched-servers | synchronised
      cosched-workloads | synchronised
      cosched-all | synchronised
      faults-messages | capacity
      faults-crashes | capacity
      faults-partitions | capacity
      faults-clocks | capacity
      faults-everything | capacity
      """;

  private static final String BARS_NOT_HELD =
      """
      oasis-competing-bandwidth | capacity | usageDifference <= 0.01 | **missed** on 1
      oasis-database | capacity | gain.scale1 >= 3.3 | **missed** on 2
      oasis-database | capacity | aggregationLoss.scale1 <= 0.35 | **missed** on 5
      oasis-database | capacity | aggregationLoss.scale2 <= 0.35 | **missed** on 5
      oasis-database | capacity | gain.scale4 >= 5 | **missed** on 5
      oasis-database | capacity | aggregationLoss.scale4 <= 0.35 | **missed** on 5
      oasis-database | capacity | gain.scale8 >= 4.4 | **missed** on 5
      oasis-database | capacity | aggregationLoss.scale8 <= 0.35 | **missed** on 5
      closed-loop-starvation | capacity | apart.ofFairShare1 >= 0.9 | **missed** on 5
      censored-demand | capacity | loopOfFairShare >= 0.98 | **missed** on 5
      passing-lulls | capacity | leastOfFairShare.three >= 0.9 | **missed** on 1
      noisy-background | capacity | foregroundP99Ratio <= 1.2 | **missed** on 5
      faults-messages | proportional-fair | leastOfFairShareAfterwards >= 0.7 | **missed** on 5
      faults-crashes | proportional-fair | leastOfFairShareAfterwards >= 0.7 | **missed** on 4
      faults-partitions | proportional-fair | leastOfFairShareAfterwards >= 0.7 | **missed** on 4
      faults-clocks | proportional-fair | leastOfFairShareAfterwards >= 0.7 | **missed** on 4
      faults-everything | proportional-fair | leastOfFairShareAfterwards >= 0.7 | **missed** on 7
      oasis-database | capacity | gain.scale2 >= 4.4 | **excused** on 5
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
    assertThat(Text.report(LabReport.verdicts(text -> {}))).isEqualTo(report());
  }
}
