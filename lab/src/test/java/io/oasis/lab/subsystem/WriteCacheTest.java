package io.oasis.lab.subsystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.device.FixedRate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Who waits for a write to be on disk, and who does not. */
class WriteCacheTest {
  private static final int PAGE = 8_192;
  private static final long MILLI = 1_000_000;

  /** 20 frames over a device that takes 10 ms for whatever it is asked. */
  private final WriteCache<Part<?>> cache = new WriteCache<>(new FixedRate<>(100, 1e12), PAGE, 20);

  private final List<Long> doneMillis = new ArrayList<>();

  private void write(int page, long atMillis) {
    cache.submit(new Part<>(true, (long) page * PAGE, PAGE, 0, null), atMillis * MILLI);
  }

  private void runUntil(long millis) {
    while (cache.nextEventNanos() <= millis * MILLI) {
      cache.advance(cache.nextEventNanos(), (part, at) -> doneMillis.add(at / MILLI));
    }
  }

  @Test
  void aWriteIsDoneAtOnceWhileAFrameIsFree() {
    write(1, 0);
    runUntil(100);
    assertThat(doneMillis).containsExactly(0L);
  }

  @Test
  void whereNoFrameIsFreeAWriteWaitsForOneToBeWrittenBack() {
    cache.fill(1_000, new SplittableRandom(1));
    write(2_000, 0);
    runUntil(15);
    assertThat(doneMillis).containsExactly(10L);
  }

  /** What was full is a tenth full when nobody writes for long enough. */
  @Test
  void anIdleDiskIsUsedToWriteBack() {
    cache.fill(1_000, new SplittableRandom(1));
    write(2_000, 0);
    runUntil(10_000);
    doneMillis.clear();
    for (int page = 3_000; page < 3_015; page++) {
      write(page, 10_000);
    }
    runUntil(10_001);
    assertThat(doneMillis).hasSize(15).containsOnly(10_000L);
  }
}
