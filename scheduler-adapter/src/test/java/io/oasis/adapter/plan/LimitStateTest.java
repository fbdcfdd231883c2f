package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
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

  private long sequence;

  private Setting setting(double iops) {
    sequence++;
    return new Setting(
        new QueueId(new ApplicationId("a"), new LunId("l")),
        new Version(1, sequence),
        Optional.of(RateBound.ofIops(iops)),
        1);
  }

  private LimitState inForce(Form form, long iops) {
    LimitState hold = new LimitState(DOMAIN, setting(iops), Throttle.ofBoth(iops, 0), form);
    hold.written(Throttle.ofBoth(iops, 0), Duration.ofSeconds(1));
    return hold;
  }

  @ParameterizedTest
  @CsvSource({"1000, 1049, false", "1000, 1051, true", "1000, 999, true", "1000, 1000, false"})
  void aLittleMoreIsLeftAndAnythingLessIsWritten(long held, long asked, boolean written) {
    LimitState hold = inForce(Form.ofBoth(Steps.WHOLE, 0.05), held);
    hold.want(DOMAIN, setting(asked));

    assertThat(hold.due(Duration.ofSeconds(2))).isEqualTo(written);
    assertThat(hold.wanted()).isEqualTo(Throttle.ofBoth(written ? asked : held, 0));
  }

  @Test
  void whereWritesCostNothingEveryChangeIsWritten() {
    LimitState hold = inForce(Form.ofBoth(Steps.WHOLE, 0), 1_000);
    hold.want(DOMAIN, setting(1_001));
    assertThat(hold.due(Duration.ofSeconds(2))).isTrue();
  }
}
