package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shows what is learned of a session in its slices. */
class ServiceMeterTest {
  private final ServiceMeter meter = new ServiceMeter();

  /** One I/O alone that begins at 20 and takes so long; what went before it is over. */
  private void alone(int times, int nanos) {
    for (int i = 0; i < times; i++) {
      meter.sent(1, 0, 20);
      meter.completed(0, 20 + nanos);
    }
  }

  @Test
  void anIoAloneIsKnownOnceItWasSeenTwentyTimesAndTheFirstOfASliceIsNotCounted() {
    meter.begin();
    alone(20, 5);
    assertThat(meter.served()).isEmpty();
    alone(1, 5);
    assertThat(meter.served().orElseThrow().nanosByDepth()).isEqualTo(Map.of(1, 5.0));
    meter.begin();
    alone(1, 1_000_000);
    assertThat(meter.served().orElseThrow().nanosByDepth()).isEqualTo(Map.of(1, 5.0));
  }

  @Test
  void otherDepthsAreToldOnceTheyWereSeenTwentyTimesUpTo64() {
    meter.begin();
    alone(21, 5);
    meter.sent(1, 0, 0);
    for (int i = 1; i <= 19; i++) {
      meter.completed(1, 7L * i);
    }
    for (int i = 1; i <= 20; i++) {
      meter.completed(2, 7 * 19 + 3L * i);
    }
    for (int i = 1; i <= 20; i++) {
      meter.completed(99, 7 * 19 + 3 * 20 + 2L * i);
    }
    assertThat(meter.served().orElseThrow().nanosByDepth())
        .isEqualTo(Map.of(1, 5.0, 3, 3.0, 64, 2.0));
  }

  @Test
  void theDepthIsTheMeanOfWhatWaitedAndWasAtTheDevice() {
    meter.begin();
    alone(21, 5);
    for (int i = 0; i < 21; i++) {
      meter.sent(2, 1, 20);
    }
    assertThat(meter.served().orElseThrow().depth()).isCloseTo(2, within(1e-9));
  }
}
