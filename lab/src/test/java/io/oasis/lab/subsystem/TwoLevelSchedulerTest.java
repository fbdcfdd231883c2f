package io.oasis.lab.subsystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.device.FixedRate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who comes next in a scheduler that shares by allocations, above an elevator. */
class TwoLevelSchedulerTest {
  private static final long MILLI = 1_000_000;

  /** Of disk 0 with an allocation of 20 and of disk 1 with 10; each takes the device 10 ms. */
  private final TwoLevelScheduler<Part<Part<?>>> scheduler =
      new TwoLevelScheduler<>(
          new FixedRate<>(100, 1e12), 2, Part::disk, part -> part.disk() == 0 ? 20 : 10);

  private final List<Integer> order = new ArrayList<>();

  private void submit(int disk, int count, long atMillis) {
    for (int i = 0; i < count; i++) {
      scheduler.submit(new Part<>(false, i * 8_192L, 8_192, disk, null), atMillis * MILLI);
    }
  }

  private void runUntil(long millis) {
    scheduler.advance(millis * MILLI, (part, at) -> order.add(part.disk()));
  }

  private long done(int disk) {
    return order.stream().filter(each -> each == disk).count();
  }

  @Test
  void whoHasTwiceTheAllocationIsServedTwiceAsOften() {
    submit(1, 100, 0);
    submit(0, 100, 0);
    runUntil(900);
    assertThat(done(0)).isBetween(58L, 62L);
    assertThat(done(1)).isBetween(28L, 32L);
    assertThat(scheduler.outstanding()).isEqualTo(200 - order.size());
  }

  /** Who comes late has saved nothing up for the time before. */
  @Test
  void whoHadNothingToDoSavesNothingUp() {
    submit(0, 100, 0);
    runUntil(300);
    submit(1, 100, 300);
    runUntil(600);
    assertThat(done(1)).isBetween(8L, 12L);
  }

  /** What one does not use the other has. */
  @Test
  void nothingIsLeftUnused() {
    submit(1, 30, 0);
    runUntil(301);
    assertThat(done(1)).isEqualTo(30);
    assertThat(scheduler.outstanding()).isZero();
  }
}
