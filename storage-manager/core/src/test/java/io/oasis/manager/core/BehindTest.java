package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Input;
import io.oasis.protocol.Mode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that while what is heard has waited, five seconds for each second that it tells of, nothing
 * is decided on it and no limit goes, by whichever law.
 */
class BehindTest {
  private static final int SECONDS = 20;

  /** What waits, beside the second that it tells of. */
  private static final int MORE = 4;

  private final ModelDomain model = new ModelDomain(1_000, 1);

  private void isLimited(String policy) {
    model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    model.mode(Mode.ENFORCE, policy, 1);
    model.run(90);
    while (caps().stream().allMatch(cap -> cap.isInfinite())) {
      model.run(1);
    }
  }

  private void late(int intervals) {
    for (int i = 0; i < intervals; i++) {
      model.silence(MORE);
      model.interval();
    }
  }

  private void behind(boolean isBehind) {
    model.take(new Input.Behind(isBehind));
  }

  @ParameterizedTest
  @ValueSource(strings = {"proportional-fair", "capacity", "even"})
  void limitsStayAsTheyAreAndAreRenewed(String policy) {
    isLimited(policy);
    behind(true);
    List<Double> caps = caps();
    int decided = model.decisions.size();
    int settings = model.settings;
    List.copyOf(model.apps.values()).get(1).depth = 0; // heard in time, all limits would go
    for (int i = 0; i < SECONDS; i++) {
      late(1);
      assertThat(Duration.between(model.renewedAt, model.now))
          .isLessThan(ControllerConfig.DEFAULT.lease());
    }
    assertThat(model.decisions).hasSize(decided);
    assertThat(model.settings).isEqualTo(settings);
    assertThat(caps()).isEqualTo(caps);
    assertThat(model.view().enforcement().findings())
        .flatExtracting(found -> found.findings())
        .anyMatch(found -> found.cause().contains("has waited for 100 s or more"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"proportional-fair", "capacity"})
  void whenItIsHeardInTimeAgainNobodyWasSilent(String policy) {
    isLimited(policy);
    behind(true);
    List<Double> caps = caps();
    late(SECONDS);
    behind(false);
    assertThat(caps()).as("nothing is decided by the news alone").isEqualTo(caps);
    int decided = model.decisions.size();
    model.run(3);
    assertThat(model.decisions.get(decided).events())
        .anyMatch(event -> event.contains("nothing was decided for 100 s"));
    assertThat(model.decisions.get(decided).queues()).hasSize(2);
    assertThat(model.first().cap).as("still held").isFinite();
    assertThat(model.view().enforcement().findings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"proportional-fair", "capacity"})
  void theLeaseIsRenewedAlsoWhileALunIsSilent(String policy) {
    model.luns = 2;
    isLimited(policy);
    model.luns = 1;
    behind(true);
    late(SECONDS);
    assertThat(Duration.between(model.renewedAt, model.now))
        .isLessThan(ControllerConfig.DEFAULT.lease());
  }

  /** Before what agents say may stand what takes half a minute to hear. */
  @ParameterizedTest
  @ValueSource(strings = {"proportional-fair", "capacity"})
  void theLeaseIsRenewedForAMinuteWithoutAWordOfAgentsAndNoLonger(String policy) {
    isLimited(policy);
    behind(true);
    model.silence(50);
    assertThat(unrenewed()).isLessThan(ControllerConfig.DEFAULT.lease());
    model.silence(30);
    assertThat(unrenewed()).isGreaterThan(ControllerConfig.DEFAULT.lease());
  }

  private Duration unrenewed() {
    return Duration.between(model.renewedAt, model.now);
  }

  @ParameterizedTest
  @ValueSource(strings = {"proportional-fair", "capacity", "even"})
  void whoTakesOverBehindABacklogLeavesTheLimitsThatItFinds(String policy) {
    isLimited(policy);
    List<Double> caps = caps();
    model.succeed();
    behind(true);
    late(SECONDS);
    assertThat(caps()).isEqualTo(caps);
  }

  @ParameterizedTest
  @ValueSource(strings = {"proportional-fair", "capacity"})
  void anOperatorIsObeyedAtOnceAlsoWhereTheAdapterIsHeardLate(String policy) {
    isLimited(policy);
    behind(true);
    late(SECONDS);
    model.silence(MORE + 1);
    model.mode(Mode.SHADOW, policy, 9);
    assertThat(caps()).containsOnly(Double.POSITIVE_INFINITY);
  }

  @Test
  void aQuestionThatIsOpenLimitsNobodyAndIsAskedAgain() {
    model.closedLoop("deep", 32);
    model.closedLoop("shallow", 2);
    model.mode(Mode.ENFORCE, "proportional-fair", 1);
    while (Double.isInfinite(model.first().cap)) {
      model.run(1);
    }
    behind(true);
    assertThat(model.first().cap).isInfinite();
    late(SECONDS);
    assertThat(model.first().cap).isInfinite();
    behind(false);
    model.run(60);
    assertThat(model.first().got).isBetween(450.0, 550.0);
  }

  /** Equal parts are let go for three seconds each minute, to measure what there is. */
  @Test
  void whatWasLetGoToMeasureIsLimitedAgain() {
    isLimited("even");
    while (model.first().cap < Double.POSITIVE_INFINITY) {
      model.run(1);
    }
    behind(true);
    assertThat(caps()).allMatch(cap -> cap < 600);
  }

  @Test
  void whoIsFreeBecauseNobodyElseWasThereStaysFree() {
    isLimited("even");
    List<ModelDomain.App> apps = List.copyOf(model.apps.values());
    apps.get(1).depth = 0;
    model.run(15);
    apps.forEach(
        app -> {
          app.depth = 0;
          app.rate = 10;
        });
    model.run(3);
    behind(true);
    late(SECONDS);
    assertThat(caps()).containsOnly(Double.POSITIVE_INFINITY);
  }

  private List<Double> caps() {
    return model.apps.values().stream().map(app -> app.cap).toList();
  }
}
