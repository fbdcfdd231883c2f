package io.oasis.brick.os;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows who is woken when a buffer comes back. */
class MemoryTest {
  private static final int LARGE = 1 << 20;
  private static final int WAITERS = 20;

  private final Memory memory = new Memory(2L * LARGE);

  private Thread taker() {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                memory.give(memory.take(LARGE));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private static long waits(List<Thread> threads) {
    return threads.stream()
        .map(t -> ManagementFactory.getThreadMXBean().getThreadInfo(t.threadId()))
        .mapToLong(info -> info.getWaitedCount())
        .sum();
  }

  private static boolean waits(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING -> true;
      case NEW, RUNNABLE, BLOCKED, TERMINATED -> false;
    };
  }

  @Test
  void whoWaitsForMuchIsNotWokenForLittle() throws Exception {
    ByteBuffer first = memory.take(LARGE);
    ByteBuffer kept = memory.take(LARGE / 2);
    List<Thread> takers = new ArrayList<>();
    for (int i = 0; i < WAITERS; i++) {
      takers.add(taker());
    }
    Await.until(() -> waits(takers) >= WAITERS);
    long before = waits(takers);
    for (int i = 0; i < 200; i++) {
      memory.give(memory.take(Memory.LEAST_BYTES));
      Await.until(() -> takers.stream().allMatch(MemoryTest::waits));
    }
    assertThat(waits(takers) - before)
        .as("but for looking once a second by themselves")
        .isLessThan(500);
    memory.give(kept);
    memory.give(first);
    for (Thread taker : takers) {
      taker.join();
    }
    assertThat(memory.takenBytes()).isZero();
    assertThat(memory.isShort()).isFalse();
  }
}
