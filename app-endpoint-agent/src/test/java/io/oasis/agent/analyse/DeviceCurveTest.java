package io.oasis.agent.analyse;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.LunReport.Pressure;
import org.junit.jupiter.api.Test;

/** A device is saturated when more depth buys no more, whenever its applications began. */
class DeviceCurveTest {
  private static final double BYTES = 4096;

  /**
   * As measured: 0.54 of the first interval at depth 30, then 32 outstanding at 1000 per second.
   */
  @Test
  void anApplicationThatStartsInTheMiddleOfAnIntervalDoesNotHideSaturation() {
    DeviceCurve curve = new DeviceCurve();
    curve.measure(15.9, 640, BYTES, 0.54, 1);
    for (int second = 2; second < 10; second++) {
      assertThat(curve.measure(32, 1000, BYTES, 1, second))
          .as("second " + second)
          .isEqualTo(Pressure.SATURATED);
    }
  }

  /** It did 990 at depths 37 and 10; slower by 40 % from the middle of an interval on. */
  @Test
  void aDeviceThatBecameSlowerIsNotTakenForRelaxed() {
    DeviceCurve curve = new DeviceCurve();
    for (int second = 1; second < 20; second++) {
      curve.measure(second < 5 ? 37 : 9.7, 990, BYTES, 1, second);
    }
    assertThat(curve.measure(13.7, 750, BYTES, 1, 20)).isEqualTo(Pressure.SATURATED);
    assertThat(curve.measure(16.8, 594, BYTES, 1, 21)).isEqualTo(Pressure.SATURATED);
  }

  /** It did 594 while it was slow; under limits that grow it does more, with idle moments. */
  @Test
  void aDeviceThatBecameFasterIsRelaxedUntilItIsBusyAgain() {
    DeviceCurve curve = new DeviceCurve();
    for (int second = 1; second < 20; second++) {
      curve.measure(7.4, 594, BYTES, 1, second);
    }
    double rate = 640;
    for (int second = 20; rate < 870; second++, rate *= 1.03) {
      assertThat(curve.measure(rate / 115, rate, BYTES, rate / 960, second))
          .as(rate + "/s")
          .isEqualTo(Pressure.RELAXED);
    }
    assertThat(curve.measure(10, 960, BYTES, 1, 60)).isEqualTo(Pressure.SATURATED);
  }

  @Test
  void aShallowQueueOfAnIdlingDeviceIsStillLearned() {
    DeviceCurve curve = new DeviceCurve();
    curve.measure(0.1, 100, BYTES, 0.1, 1);
    assertThat(curve.baseLatencyMicros()).isEqualTo(1000);
  }
}
