package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Grain;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.Version;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what each kind of target holds for a limit. */
class FormTest {
  private static final Grain DEAR =
      new Grain(1, 1, 10, 40_960, false, new Grain.Change(2.4, 0.1, true));

  private static Setting setting(RateBound limit, Optional<RateBound> reserve, double weight) {
    return new Setting(
        new QueueId(new ApplicationId("a"), new LunId("l")),
        new Version(1, 1),
        Optional.of(limit),
        1,
        reserve,
        Optional.of(weight));
  }

  private static Setting iops(double rate) {
    return setting(RateBound.ofIops(rate), Optional.empty(), 1);
  }

  private static Setting bytes(double rate) {
    return setting(RateBound.ofBytesPerSecond(rate), Optional.empty(), 1);
  }

  private static Fit fit(Form form, Setting setting) {
    return form.fit(setting, new ReadWriteRatio(), 0);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 250, 25",
    "1, 3, 1",
    "100, 2560, 200",
    "100, 250, 100",
    "100, 99990, 9900",
    "1, 1e9, 10000"
  })
  void aWeightIsAWholeMultipleInProportionToTheLimit(long step, double rate, long weight) {
    assertThat(fit(Form.ofWeights(step), iops(rate)))
        .isEqualTo(new Fit(Throttle.ofWeight(weight), RateBound.ofIops(rate), ""));
    assertThat(fit(Form.ofWeights(step), bytes(rate * 4_096)).throttle())
        .as("the same in pages")
        .isEqualTo(Throttle.ofWeight(weight));
  }

  @Test
  void aStepOfWeightsStandsForSoManyOperationsAndBytes() {
    assertThat(Form.ofWeights(100).grain())
        .isEqualTo(new Grain(1_000, 4_096_000, 1_000, 4_096_000, false, Grain.Change.FREE));
  }

  @Test
  void anArbiterHoldsReserveAndWeightBesideTheLimit() {
    Setting setting = setting(RateBound.ofIops(700), Optional.of(RateBound.ofIops(200)), 2);
    assertThat(fit(Form.ofArbiter(Grain.from(2, 8_192)), setting).throttle())
        .isEqualTo(
            Throttle.ofBoth(700, 0)
                .with(Throttle.Part.RESERVE, 200)
                .with(Throttle.Part.SHARE, 2 * Throttle.STANDARD_SHARE));
  }

  @Test
  void aKernelsThrottleIsTheSameAtAnotherCost() {
    assertThat(fit(Form.ofKernel(DEAR), iops(254.5))).isEqualTo(fit(Form.OF_KERNEL, iops(254.5)));
    assertThat(Form.ofKernel(DEAR).grain()).isEqualTo(DEAR);
  }

  @Test
  void eachDirectionHasNoLessThanTheLeastAndTheReserve() {
    assertThat(fit(Form.OF_DIRECTIONS, bytes(100)).allows())
        .isEqualTo(RateBound.ofBytesPerSecond(Split.MIN_BYTES));
    Optional<RateBound> reserve = Optional.of(RateBound.ofBytesPerSecond(50_000));
    Setting low = setting(RateBound.ofBytesPerSecond(20_000), reserve, 1);
    assertThat(fit(Form.OF_DIRECTIONS, low))
        .extracting(Fit::throttle, Fit::allows)
        .containsExactly(Throttle.ofEach(0, 0, 50_000, 25_000), reserve.get());
  }

  /** In both units, at once. */
  @Test
  void aLimitInBothUnitsIsHeldInBoth() {
    RateBound both =
        new RateBound(RateBound.ofIops(100).iops(), Optional.of(new BytesPerSecond(1_000_000)));
    assertThat(fit(Form.OF_KERNEL, setting(both, Optional.empty(), 1)))
        .extracting(Fit::throttle, Fit::allows)
        .containsExactly(Throttle.ofEach(100, 50, 1_000_000, 500_000), both);
  }

  @Test
  void whatIsInForceAtTheRailItselfIsWithinIt() {
    Form form = Form.ofBoth(DEAR);
    Optional<RateBound> rail = Optional.of(RateBound.ofIops(980));
    Throttle held = Throttle.ofBoth(980, 0);
    Setting capped =
        new Setting(
            iops(970).queue(),
            new Version(1, 1),
            Optional.of(RateBound.ofIops(970)),
            1,
            Optional.empty(),
            Optional.empty(),
            rail);
    assertThat(form.isWorthWriting(Throttle.ofBoth(970, 0), held, capped)).isFalse();
    Setting reserved = setting(RateBound.ofIops(990), rail, 1);
    assertThat(form.isWorthWriting(Throttle.ofBoth(990, 0), held, reserved)).isFalse();
  }
}
