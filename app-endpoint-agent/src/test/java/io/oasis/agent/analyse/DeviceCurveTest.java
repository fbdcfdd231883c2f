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

  @Test
  void aShallowQueueOfAnIdlingDeviceIsStillLearned() {
    DeviceCurve curve = new DeviceCurve();
    curve.measure(0.1, 100, BYTES, 0.1, 1);
    assertThat(curve.baseLatencyMicros()).isEqualTo(1000);
  }
}
