package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Grain;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows which changes of a limit are written where a write itself lets something pass. */
class LimitStateTest {
  private static final DomainId DOMAIN = new DomainId("d");

  /** As QEMU's: a tenth of a second's worth passes with each write. */
  private static final Form DEAR =
      Form.ofBoth(new Grain(1, 1, 10, 40_960, false, new Grain.Change(2.4, 0.1, true)));

  private static final Form CHEAP = Form.ofBoth(Grain.from(2, 8_192));

  private long sequence;

  private Setting setting(double iops) {
    return setting(Optional.of(RateBound.ofIops(iops)), Optional.empty(), Optional.empty());
  }

  private Setting setting(
      Optional<RateBound> limit, Optional<RateBound> reserve, Optional<RateBound> cap) {
    sequence++;
    return new Setting(
        new QueueId(new ApplicationId("a"), new LunId("l")),
        new Version(1, sequence),
        limit,
        1,
        reserve,
        Optional.empty(),
        cap);
  }

  private LimitState inForce(Form form, long iops) {
    LimitState hold = new LimitState(DOMAIN, setting(iops), form, () -> 0);
    hold.written(Throttle.ofBoth(iops, 0), Duration.ofSeconds(1));
    return hold;
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1049, false",
    "1000, 1051, true",
    "1000, 951, false",
    "1000, 949, true",
    "1000, 1000, false"
  })
  void aLittleMoreOrLessIsLeft(long held, long asked, boolean written) {
    LimitState hold = inForce(DEAR, held);
    hold.want(DOMAIN, setting(asked));

    assertThat(hold.due(Duration.ofSeconds(2))).isEqualTo(written);
    assertThat(hold.wanted()).isEqualTo(Throttle.ofBoth(written ? asked : held, 0));
  }

  @Test
  void butNoCapIsExceededAndNoReserveIsUndercutForIt() {
    Optional<RateBound> rail = Optional.of(RateBound.ofIops(980));
    LimitState capped = inForce(DEAR, 1_000);
    capped.want(DOMAIN, setting(rail, Optional.empty(), rail));
    assertThat(capped.wanted()).isEqualTo(Throttle.ofBoth(980, 0));

    LimitState reserved = inForce(DEAR, 960);
    reserved.want(DOMAIN, setting(rail, rail, Optional.empty()));
    assertThat(reserved.wanted()).isEqualTo(Throttle.ofBoth(980, 0));
  }

  @Test
  void whereWritesCostNothingEveryChangeIsWritten() {
    LimitState hold = inForce(CHEAP, 1_000);
    hold.want(DOMAIN, setting(1_001));
    assertThat(hold.due(Duration.ofSeconds(2))).isTrue();
  }

  @Test
  void whatIsUnderwayIsNotAskedForAgainUntilItIsAnother() {
    LimitState hold = inForce(CHEAP, 1_000);
    hold.want(DOMAIN, setting(2_000));
    hold.at(new Place("x", 0, device()));
    assertThat(hold.due(Duration.ofSeconds(2))).isFalse();

    hold.want(DOMAIN, setting(3_000));
    assertThat(hold.due(Duration.ofSeconds(2))).isTrue();
    hold.at(new Place("x", 0, device()));
    hold.written(Throttle.ofBoth(2_000, 0), Duration.ofSeconds(2)); // the answer to the first
    assertThat(hold.due(Duration.ofSeconds(2))).isFalse();

    hold.written(Throttle.ofBoth(3_000, 0), Duration.ofSeconds(2));
    assertThat(hold.due(Duration.ofSeconds(2))).isFalse();
    assertThat(hold.inForce()).isEqualTo(Throttle.ofBoth(3_000, 0));
  }

  private static DeviceRef device() {
    return new DeviceRef("7:1", 0);
  }

  /** All that waits behind a limit would enter at once when it goes. */
  @Test
  void oneThatBindsIsRaisedInStepsBeforeItGoes() {
    LimitState hold = inForce(DEAR, 1_000);
    hold.look(new Counters(0, 0, 0, 0), Duration.ofSeconds(1));
    hold.look(new Counters(980, 0, 0, 0), Duration.ofSeconds(2));
    assertThat(hold.shallRelax()).isTrue();

    hold.relax(setting(Optional.empty(), Optional.empty(), Optional.empty()), millis(2_000));
    assertThat(hold.wanted()).isEqualTo(Throttle.ofBoth(3_000, 0));
    hold.raise(millis(2_150));
    assertThat(hold.wanted()).isEqualTo(Throttle.ofBoth(9_000, 0));
    hold.raise(millis(2_449));
    assertThat(hold.wanted()).isEqualTo(Throttle.ofBoth(27_000, 0));
    assertThat(hold.isRelaxed(millis(2_449))).isFalse();
    assertThat(hold.isRelaxed(millis(2_450))).isTrue();
  }

  @Test
  void oneThatHoldsNothingBackGoesAtOnceAndSoDoesWhereItMakesNoDifference() {
    LimitState content = inForce(DEAR, 1_000);
    content.look(new Counters(0, 0, 0, 0), Duration.ofSeconds(1));
    content.look(new Counters(500, 0, 0, 0), Duration.ofSeconds(2));
    assertThat(content.shallRelax()).isFalse();
    assertThat(inForce(CHEAP, 1_000).shallRelax()).isFalse();
  }

  private static Setting with(
      Setting plain, double limit, double reserve, double weight, Optional<RateBound> cap) {
    return new Setting(
        plain.queue(),
        plain.version(),
        Optional.of(RateBound.ofIops(limit)),
        1,
        Optional.of(RateBound.ofIops(reserve)),
        Optional.of(weight),
        cap);
  }

  /** The same limit with another reserve, weight or cap is another one. */
  @ParameterizedTest
  @CsvSource({"100, 1, 0, false", "200, 1, 0, true", "100, 2, 0, true", "100, 1, 1500, true"})
  void aChangeBesideTheLimitIsWrittenToo(double reserve, double weight, double cap, boolean due) {
    Form arbiter = Form.ofArbiter(new Grain(1_000, 1, 1_000, 1, false, Grain.Change.FREE));
    Setting first = with(setting(1), 1_200, 100, 1, Optional.empty());
    LimitState hold = new LimitState(DOMAIN, first, arbiter, () -> 0);
    hold.written(hold.wanted(), Duration.ofSeconds(1));
    Optional<RateBound> rail = Optional.of(cap).filter(top -> top > 0).map(RateBound::ofIops);
    hold.want(DOMAIN, with(setting(1), 1_200, reserve, weight, rail));
    assertThat(hold.due(Duration.ofSeconds(2))).isEqualTo(due);
  }

  @Test
  void whatWaitsIsTriedAgainAfterASecond() {
    LimitState hold = new LimitState(DOMAIN, setting(1_000), CHEAP, () -> 0);
    hold.wait(Outcome.State.STUCK, "no answer", millis(2_000));
    assertThat(hold.due(millis(2_999))).isFalse();
    assertThat(hold.due(millis(3_000))).isTrue();
  }

  /** 500 are lent to the direction that is not in use. */
  @Test
  void whatIsAppliedIsTheLimitWithoutWhatIsLent() {
    LimitState hold = new LimitState(DOMAIN, setting(1_000), Form.OF_KERNEL, () -> 0);
    hold.written(Throttle.ofEach(1_000, 500, 0, 0), millis(1_000));
    assertThat(hold.applied()).contains(RateBound.ofIops(1_000));
    hold.want(DOMAIN, setting(2_000));
    hold.written(Throttle.ofEach(1_000, 500, 0, 0), millis(1_000));
    assertThat(hold.applied()).as("of another limit").contains(RateBound.ofIops(1_500));
  }

  private LimitState verified() {
    LimitState hold = new LimitState(DOMAIN, setting(1_000), Form.OF_DIRECTIONS, () -> 0);
    hold.written(Throttle.ofEach(1_000, 500, 0, 0), millis(0));
    hold.look(new Counters(0, 0, 0, 0), millis(0));
    hold.look(new Counters(3_000, 0, 0, 0), millis(3_000));
    assertThat(hold.state()).isEqualTo(Outcome.State.VERIFIED);
    assertThat(hold.isProved(Throttle.Part.READ_IOPS)).isTrue();
    assertThat(hold.tell(millis(3_000), AdapterConfig.REPEAT)).isTrue();
    return hold;
  }

  @Test
  void aNewLimitHasToBeProvedAnew() {
    LimitState hold = verified();
    hold.want(DOMAIN, setting(2_000));
    hold.written(hold.wanted(), millis(3_100));
    assertThat(hold.state()).isEqualTo(Outcome.State.WRITTEN);
    assertThat(hold.isProved(Throttle.Part.READ_IOPS)).isFalse();
    assertThat(hold.tell(millis(3_100), AdapterConfig.REPEAT)).isTrue();
  }

  @Test
  void oneThatIsOnlyDividedAnewStaysProved() {
    LimitState hold = verified();
    hold.look(new Counters(3_500, 500, 0, 0), millis(4_000));
    assertThat(hold.due(millis(4_000))).isTrue();
    hold.written(hold.wanted(), millis(4_000));
    assertThat(hold.state()).isEqualTo(Outcome.State.VERIFIED);
    assertThat(hold.isProved(Throttle.Part.READ_IOPS)).isTrue();
    assertThat(hold.tell(millis(4_000), AdapterConfig.REPEAT)).as("no news").isFalse();
  }

  @Test
  void whatIsInForceIsToldEveryFiveSeconds() {
    LimitState hold = inForce(CHEAP, 1_000);
    assertThat(hold.tell(millis(1_000), AdapterConfig.REPEAT)).isTrue();
    assertThat(hold.tell(millis(5_999), AdapterConfig.REPEAT)).isFalse();
    assertThat(hold.tell(millis(6_000), AdapterConfig.REPEAT)).isTrue();
    LimitState nothing = new LimitState(DOMAIN, setting(1_000), CHEAP, () -> 0);
    assertThat(nothing.tell(millis(60_000), AdapterConfig.REPEAT)).isFalse();
  }

  @Test
  void oneThatIsRaisedAndWantedAgainGoesBackToItsLimit() {
    LimitState hold = inForce(DEAR, 1_000);
    hold.relax(setting(Optional.empty(), Optional.empty(), Optional.empty()), millis(2_000));
    assertThat(hold.due(millis(2_000))).isTrue();
    hold.at(new Place("x", 0, device()));
    hold.written(Throttle.ofBoth(3_000, 0), millis(2_010));
    hold.raise(millis(2_020));
    assertThat(hold.due(millis(2_020))).as("the step is in force").isFalse();
    assertThat(hold.tell(millis(60_000), AdapterConfig.REPEAT)).as("it goes").isFalse();

    hold.want(DOMAIN, setting(1_000));
    assertThat(hold.wanted()).isEqualTo(Throttle.ofBoth(1_000, 0));
    assertThat(hold.due(millis(2_030))).isTrue();
    assertThat(hold.isRelaxed(millis(9_000))).isFalse();
  }

  @Test
  void askedTwiceToGoItGoesAsSoonAndNamesTheNewerWord() {
    LimitState hold = inForce(DEAR, 1_000);
    hold.relax(setting(Optional.empty(), Optional.empty(), Optional.empty()), millis(2_000));
    Setting newer = setting(Optional.empty(), Optional.empty(), Optional.empty());
    hold.relax(newer, millis(2_300));
    assertThat(hold.setting()).isEqualTo(newer);
    assertThat(hold.isRelaxed(millis(2_450))).isTrue();
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
