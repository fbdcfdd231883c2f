package io.oasis.lab.subsystem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import io.oasis.brick.device.FixedRate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Linux 2.6.8's anticipatory elevator does with reads of several processes. */
class AnticipatoryReadsTest {
  private static final long MILLI = 1_000_000;
  private static final long GIB = 1L << 30;
  private static final int BLOCK = 4_096;

  private record Read(String process, long offset, int bytes, boolean isWrite)
      implements DeviceRequest {}

  /** A device that takes 10 ms for whatever it is asked. */
  private final AnticipatoryReads<Read> elevator =
      new AnticipatoryReads<>(new FixedRate<>(100, 1e12), 2 * BLOCK, Read::process);

  private final List<String> order = new ArrayList<>();

  private void read(String process, long offset, long atMillis) {
    runUntil(atMillis);
    elevator.submit(new Read(process, offset, BLOCK, false), atMillis * MILLI);
  }

  private void runUntil(long millis) {
    while (elevator.nextEventNanos() <= millis * MILLI) {
      elevator.advance(
          elevator.nextEventNanos(), (read, at) -> order.add(read.process() + at / MILLI));
    }
  }

  /** A stream that always has a next read ahead would otherwise keep the device for ever. */
  @Test
  void whoHasWaitedFor125MillisecondsIsServed() {
    read("stream", GIB, 0);
    read("other", 0, 1);
    for (int i = 1; i < 60; i++) {
      read("stream", GIB + i * 3L * BLOCK, 1);
    }
    runUntil(1_000);
    assertThat(order.stream().filter(done -> done.startsWith("other")))
        .singleElement()
        .isIn("other140", "other150");
    assertThat(elevator.outstanding()).isZero();
  }

  /** A process that reads on at once is waited for; the far read of another one lets it pass. */
  @Test
  void waitsForTheNextReadOfWhoDoesNotThinkForLong() {
    read("near", 0, 0);
    read("far", 20 * GIB, 1);
    read("near", BLOCK, 12);
    runUntil(100);
    assertThat(order).containsExactly("near10", "near22", "far38");
  }

  @Test
  void doesNotWaitForWhoThinksForLong() {
    for (int i = 0; i < 20; i++) {
      read("near", i * (long) BLOCK, 30L * i);
    }
    read("far", 20 * GIB, 571);
    runUntil(700);
    assertThat(order.subList(19, 21)).containsExactly("near580", "far590");
  }

  @Test
  void doesNotWaitWhereTheOtherReadIsNear() {
    read("near", 0, 0);
    read("other", 64 * BLOCK, 1);
    runUntil(100);
    assertThat(order).containsExactly("near10", "other20");
  }

  @Test
  void readsThatTouchAreOneUpToABound() {
    read("first", 20 * GIB, 0);
    read("stream", 0, 1);
    read("stream", BLOCK, 1);
    read("stream", 2 * BLOCK, 1);
    runUntil(100);
    assertThat(order).containsExactly("first10", "stream26", "stream26", "stream36");
  }

  /** A short way back is taken where it is less than half of the way ahead. */
  @Test
  void goesBackALittle() {
    read("one", GIB, 0);
    read("one", 2 * GIB, 1);
    read("one", GIB - 64 * BLOCK, 1);
    List<Long> offsets = new ArrayList<>();
    while (elevator.nextEventNanos() < Device.NEVER) {
      elevator.advance(elevator.nextEventNanos(), (read, at) -> offsets.add(read.offset()));
    }
    assertThat(offsets).containsExactly(GIB, GIB - 64 * BLOCK, 2 * GIB);
  }

  @Test
  void takesNoWrites() {
    assertThatThrownBy(() -> elevator.submit(new Read("one", 0, BLOCK, true), 0))
        .hasMessageContaining("must be a read");
  }
}
