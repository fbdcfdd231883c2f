package io.oasis.lab.subsystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.device.Disks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A disk whose buffer takes writes. */
class BufferedDiskTest {
  private static final long MILLI = 1_000_000;
  private final BufferedDisk<Part<Part<?>>> disk =
      new BufferedDisk<>(Disks.named("barracuda-36es2"));
  private final List<Long> doneMicros = new ArrayList<>();

  private void submit(boolean isWrite, long megabytes, long atMillis) {
    disk.submit(new Part<>(isWrite, megabytes << 20, 8_192, 0, null), atMillis * MILLI);
  }

  private void runUntil(long millis) {
    while (disk.nextEventNanos() <= millis * MILLI) {
      disk.advance(disk.nextEventNanos(), (part, at) -> doneMicros.add(at / 1_000));
    }
  }

  /** Sixteen segments take a write each in the time of a command; the next waits for a place. */
  @Test
  void writesAreDoneInTheBufferUntilItIsFull() {
    for (int i = 0; i < 17; i++) {
      submit(true, 100L * i, 0);
    }
    runUntil(100);
    assertThat(doneMicros).hasSize(17);
    assertThat(doneMicros.get(15)).isLessThan(1_000);
    assertThat(doneMicros.get(16)).isGreaterThan(1_000);
  }

  @Test
  void whatIsInTheBufferGoesToThePlattersWhenNoCommandComes() {
    for (int i = 0; i < 16; i++) {
      submit(true, 100L * i, 0);
    }
    runUntil(1_000);
    doneMicros.clear();
    submit(true, 5_000, 1_000);
    runUntil(1_001);
    assertThat(doneMicros).hasSize(1);
  }
}
