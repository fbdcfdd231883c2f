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

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
