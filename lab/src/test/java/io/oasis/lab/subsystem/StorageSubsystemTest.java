package io.oasis.lab.subsystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DiskParameters;
import io.oasis.brick.device.Disks;
import org.junit.jupiter.api.Test;

/** How far the storage cache reads ahead. */
class StorageSubsystemTest {
  private static final int BLOCK = StorageSubsystem.BLOCK_BYTES;
  private static final int BLOCKS = 500;
  private static final double EFFICIENCY = 0.9;

  private final DiskParameters parameters = Disks.named("barracuda-36es2");
  private final StorageSubsystem<Part<?>> storage =
      new StorageSubsystem<>(1, parameters, (long) BLOCKS * BLOCK, part -> true);
  private long now;
  private boolean isDone;

  private long nanosToRead(int block) {
    long from = now;
    isDone = false;
    storage.submit(new Part<>(false, (long) block * BLOCK, BLOCK, 0, null), now);
    while (!isDone) {
      now = storage.nextEventNanos();
      storage.advance(now, (part, at) -> isDone = true);
    }
    return now - from;
  }

  private void rest() {
    while (storage.nextEventNanos() < Device.NEVER) {
      now = storage.nextEventNanos();
      storage.advance(now, (part, at) -> isDone = true);
    }
  }

  /** A reader that begins anew at the end and rests finds no more than two halves of a window. */
  @Test
  void noMoreIsReadAheadWhereTheReaderGoesRound() {
    for (int i = 0; i < BLOCKS; i++) {
      nanosToRead(i);
    }
    rest();
    long copy = (long) (BLOCK * StorageSubsystem.COPY_NANOS_PER_BYTE);
    int inCache = 0;
    while (nanosToRead(inCache % BLOCKS) <= 2 * copy) {
      inCache++;
    }
    int half = (int) StrictMath.ceil(parameters.bytesForEfficiency(EFFICIENCY) / BLOCK);
    assertThat(inCache).isBetween(1, 2 * half);
  }
}
