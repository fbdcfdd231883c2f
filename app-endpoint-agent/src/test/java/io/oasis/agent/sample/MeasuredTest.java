package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.linux.DiskCounters;
import io.oasis.linux.InFlight;
import org.junit.jupiter.api.Test;

/** Shows what a device's counters tell of two seconds in which it read and wrote. */
class MeasuredTest {
  private static final DiskCounters OLD = disk(100, 10, 50, 40, 4, 20, 4, 70);

  /** 1,000 reads of 8 ms and 400 writes of 5 ms; the kernel counted 9,000 ms for all. */
  private static final DiskCounters NOW = disk(1_100, 30, 8_050, 440, 14, 2_020, 10, 9_070);

  private final Measured measured = new Measured(2, OLD, NOW, InFlight.Now.NONE, InFlight.Now.NONE);

  @Test
  void whatWasDoneOrMergedOrIsInFlightCameOutBelowTheThrottles() {
    assertThat(measured.left()).isEqualTo(1_000 + 20 + 400 + 10 + 6);
  }

  @Test
  void inFlightIsWhatTheKernelTellsAndWhatItDoesNotGetTo() {
    Work done = Work.done(OLD, NOW);
    assertThat(measured.served()).isEqualTo(5);
    assertThat(measured.outstanding(done, 0)).isEqualTo(4.5);
    assertThat(measured.outstanding(done, 3)).isEqualTo(8);
    assertThat(measured.outstanding(Work.NONE, 3)).as("nothing came back").isEqualTo(10);
  }

  /** Of those that came back in two seconds the kernel tells that 5, and 300, were in flight. */
  @Test
  void whereABacklogGrowsOrGoesInFlightIsWhatWasAndIs() {
    assertThat(outstanding(100, 300, 10_000)).isCloseTo(100 - 3 * Math.sqrt(5) - 1, within(1e-9));
    assertThat(outstanding(200, 10, 600_000)).isCloseTo(200 + 3 * Math.sqrt(300) + 1, within(1e-9));
  }

  private static double outstanding(long before, long after, long queueMillis) {
    DiskCounters old = disk(0, 0, 0, 0, 0, 0, before, 0);
    DiskCounters now = disk(500, 0, queueMillis, 0, 0, 0, after, queueMillis);
    return new Measured(2, old, now, InFlight.Now.NONE, InFlight.Now.NONE)
        .outstanding(Work.done(old, now), 0);
  }

  private static DiskCounters disk(
      long reads,
      long readsMerged,
      long readMillis,
      long writes,
      long writesMerged,
      long writeMillis,
      long inFlight,
      long queueMillis) {
    return new DiskCounters(
        SamplerTest.SDA,
        "d",
        new DiskCounters.Completed(reads, readsMerged, 8 * reads, readMillis),
        new DiskCounters.Completed(writes, writesMerged, 8 * writes, writeMillis),
        inFlight,
        0,
        queueMillis);
  }
}
