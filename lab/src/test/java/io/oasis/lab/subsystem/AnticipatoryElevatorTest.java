package io.oasis.lab.subsystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.FixedRate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The batches of Linux 2.6.8's anticipatory elevator. */
class AnticipatoryElevatorTest {
  private static final long MILLI = 1_000_000;

  /** A device that takes 10 ms for whatever it is asked. */
  private final AnticipatoryElevator<Part<Part<?>>> elevator = elevator();

  private final List<String> order = new ArrayList<>();

  private static AnticipatoryElevator<Part<Part<?>>> elevator() {
    return new AnticipatoryElevator<>(new FixedRate<>(100, 1e12), part -> true);
  }

  private void submit(boolean isWrite, int page, long atMillis) {
    elevator.submit(new Part<>(isWrite, page * 8_192L, 8_192, 0, null), atMillis * MILLI);
  }

  private void runUntil(long millis) {
    while (elevator.nextEventNanos() <= millis * MILLI) {
      elevator.advance(
          elevator.nextEventNanos(),
          (part, at) -> order.add((part.isWrite() ? "w" : "r") + at / MILLI));
    }
  }

  /** A write that comes among reads waits until their 500 ms are over, not longer. */
  @Test
  void aBatchOfReadsLastsHalfASecondWhereAWriteWaits() {
    for (int i = 0; i < 80; i++) {
      submit(false, i, 0);
    }
    submit(true, 1_000, 0);
    runUntil(2_000);
    int write =
        order.indexOf(order.stream().filter(done -> done.startsWith("w")).findFirst().get());
    assertThat(write).isBetween(49, 51);
    assertThat(elevator.outstanding()).isZero();
  }

  /** After a read the device is kept idle for 6.7 ms before a write gets its turn. */
  @Test
  void waitsForTheNextReadBeforeItTurnsToWrites() {
    submit(false, 0, 0);
    submit(true, 1_000, 1);
    runUntil(100);
    assertThat(order).containsExactly("r10", "w26");
  }

  /** A read that its batch passes by is served within twice 125 ms. */
  @Test
  void anOldReadIsNotPassedByForEver() {
    submit(false, 1_000, 0);
    submit(false, 0, 1);
    for (int i = 1; i < 100; i++) {
      submit(false, 1_000 + i, 2);
    }
    List<Long> done = new ArrayList<>();
    while (elevator.nextEventNanos() < Device.NEVER) {
      elevator.advance(
          elevator.nextEventNanos(),
          (part, at) -> {
            if (part.offset() == 0) {
              done.add(at / MILLI);
            }
          });
    }
    assertThat(done).hasSize(1);
    assertThat(done.getFirst()).isBetween(125L, 260L);
  }
}
