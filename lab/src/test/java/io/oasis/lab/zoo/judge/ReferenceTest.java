package io.oasis.lab.zoo.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import io.oasis.lab.zoo.site.Run;
import io.oasis.lab.zoo.site.StaticLimits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fair shares, totals and static limits are those that can be worked out by hand. */
class ReferenceTest {
  private static final int SECONDS = 60;

  static Scenario scenario(String device, String... applications) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < applications.length; i++) {
      all.append("%s{\"name\":\"a%d\",%s}".formatted(i == 0 ? "" : ",", i, applications[i]));
    }
    return ScenarioReader.text(
        "{\"seconds\":%d,\"judgedFrom\":20,\"devices\":[%s],\"applications\":[%s]}"
            .formatted(SECONDS, device, all),
        "test",
        "test");
  }

  static String closed(int depth, String more) {
    return "\"stages\":[{\"closed\":{\"depth\":%d}%s}]".formatted(depth, more);
  }

  private static double fair(Reference reference, int application) {
    return reference.fairIos(application, 20, SECONDS) / (SECONDS - 20);
  }

  @ParameterizedTest
  @CsvSource({"100,30,30,30,30", "100,60,200,10,45", "10,60,200,10,3.333", "400,60,200,10,200"})
  void fillingGivesNobodyMoreThanItWants(
      double amount, double first, double second, double third, double seconds) {
    double[] shares =
        Filling.shares(amount, new double[] {first, second, third}, new double[] {1, 1, 1});
    double wanted = first + second + third;
    assertThat(shares[0] + shares[1] + shares[2])
        .isCloseTo(StrictMath.min(amount, wanted), offset(1e-9));
    assertThat(shares[1]).isCloseTo(seconds, offset(1e-3));
  }

  @Test
  void weightsCount() {
    double[] shares = Filling.shares(100, new double[] {1e3, 1e3, 10}, new double[] {2, 1, 1});
    assertThat(shares).containsExactly(new double[] {60, 30, 10}, offset(1e-9));
  }

  /** Depths 32 and 1 on a server of 1 ms: 970 and 30, fair are 500 each. */
  @Test
  void depthEarnsNoShare() {
    Reference reference = Reference.of(scenario("{}", closed(32, ""), closed(1, "")), 1);
    assertThat(fair(reference, 0)).isCloseTo(500, withPercentage(1));
    assertThat(fair(reference, 1)).isCloseTo(500, withPercentage(1));
    Shares unmanaged = Shares.of(reference, reference.together());
    assertThat(unmanaged.least()).isCloseTo(2.0 / 33, withPercentage(2));
    assertThat(unmanaged.total()).isEqualTo(1);
  }

  /** An open loop of 300 a second beside a deep one: it has what it wants, the other the rest. */
  @Test
  void whoWantsLessHasItAll() {
    Reference reference =
        Reference.of(
            scenario("{}", "\"stages\":[{\"open\":{\"perSecond\":300}}]", closed(32, "")), 1);
    assertThat(fair(reference, 0)).isCloseTo(300, withPercentage(1));
    assertThat(fair(reference, 1)).isCloseTo(700, withPercentage(1));
  }

  /** Writes take five times as long: equal time is 500 reads and 100 writes. */
  @Test
  void sharesAreOfTimeAndNotOfIos() {
    Reference reference =
        Reference.of(
            scenario("{\"write\":{\"micros\":5000}}", closed(16, ""), closed(16, ",\"reads\":0")),
            1);
    assertThat(fair(reference, 0)).isCloseTo(500, withPercentage(2));
    assertThat(fair(reference, 1)).isCloseTo(100, withPercentage(2));
  }

  /** Sixteen servers of 8 ms are 2,000 a second; depth 2 can have 250 of them. */
  @Test
  void nobodysShareIsMoreThanItDoesAlone() {
    Reference reference =
        Reference.of(
            scenario("{\"servers\":16,\"read\":{\"micros\":8000}}", closed(64, ""), closed(2, "")),
            1);
    assertThat(fair(reference, 1)).isCloseTo(250, withPercentage(1));
    assertThat(fair(reference, 0)).isCloseTo(1_750, withPercentage(1));
  }

  /** Half of the time there is a neighbour: 500 then and 1000 otherwise are 750. */
  @Test
  void whoIsAwayLeavesItsShare() {
    Reference reference =
        Reference.of(
            scenario(
                "{}",
                closed(32, ""),
                "\"repeat\":true,\"stages\":[{\"seconds\":5,\"closed\":{\"depth\":8}},"
                    + "{\"seconds\":5,\"idle\":true}]"),
            1);
    assertThat(fair(reference, 0)).isCloseTo(750, withPercentage(1));
    assertThat(fair(reference, 1)).isCloseTo(250, withPercentage(1));
  }

  @ParameterizedTest
  @CsvSource({"HOST", "ARRAY"})
  void staticLimitsThatShareEvenlyAreFound(Enforcement enforcement) {
    Scenario scenario = scenario("{}", closed(32, ""), closed(1, ""));
    Reference reference = Reference.of(scenario, 1);
    StaticSearch.Found found = StaticSearch.best(scenario, reference, enforcement);
    assertThat(found.leastShare()).isGreaterThan(0.97);
    assertThat(found.total()).isGreaterThan(0.97);
  }

  /** Where limits take a device its choice, the search gives up fairness before the total. */
  @Test
  void limitsThatCostTheTotalAreNotFound() {
    Scenario scenario =
        scenario(
            "{\"order\":\"elevator\",\"depthGain\":{\"at\":32,\"gain\":3}}",
            closed(64, ""),
            closed(2, ""));
    Reference reference = Reference.of(scenario, 1);
    StaticSearch.Found found = StaticSearch.best(scenario, reference, Enforcement.HOST);
    assertThat(found.total()).isGreaterThanOrEqualTo(0.9);
    Run run = reference.under(Enforcement.HOST, found.limits());
    assertThat(Shares.of(reference, run).total()).isEqualTo(found.total());
  }

  /** A limit of 250 on one of two: the other has 750, nothing is lost. */
  @Test
  void totalIsTheDevicesWork() {
    Reference reference = Reference.of(scenario("{}", closed(8, ""), closed(8, "")), 1);
    Run half =
        reference.under(
            Enforcement.ARRAY,
            new StaticLimits(List.of(Throttle.ofEach(250, 0, 0, 0), Throttle.NONE)));
    Shares shares = Shares.of(reference, half);
    assertThat(shares.total()).isCloseTo(1, offset(0.01));
    assertThat(shares.least()).isCloseTo(0.5, offset(0.01));
    assertThat(shares.mean()).isCloseTo(StrictMath.sqrt(0.75), offset(0.01));
    Run both =
        reference.under(
            Enforcement.ARRAY,
            new StaticLimits(
                List.of(Throttle.ofEach(250, 0, 0, 0), Throttle.ofEach(250, 0, 0, 0))));
    assertThat(Shares.of(reference, both).total()).isCloseTo(0.5, offset(0.01));
  }
}
