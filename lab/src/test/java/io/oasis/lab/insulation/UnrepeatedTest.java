package io.oasis.lab.insulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.sim.Chance;
import io.oasis.manager.planners.insulation.Efficiency;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reads that a cache never has. */
class UnrepeatedTest {
  private static final int BLOCK_BYTES = 16 << 10;
  private static final long FIRST = 7L * BLOCK_BYTES;
  private static final int BLOCKS = 1_000;

  @Test
  void everyBlockIsReadOnceBeforeOneIsReadAgain() {
    Pattern pattern =
        new Unrepeated(
            new Chance(1, "reads"), FIRST, (long) BLOCKS * BLOCK_BYTES, 8 << 10, BLOCK_BYTES);
    for (int round = 0; round < 2; round++) {
      Set<Long> read = new HashSet<>();
      for (int i = 0; i < BLOCKS; i++) {
        long offset = pattern.next().offset() - FIRST;
        assertThat(offset % BLOCK_BYTES).isZero();
        read.add(offset / BLOCK_BYTES);
      }
      assertThat(read).hasSize(BLOCKS).allMatch(block -> block >= 0 && block < BLOCKS);
    }
  }

  /** Drawn anew each time, four of 2,400 were in a warm cache of 128 MiB, and took 0.1 ms. */
  @Test
  void randomReadsOfAnObjectNeverHit() {
    InsulatedBrick brick = new InsulatedBrick(128L << 20, new Efficiency(0.9), 1, 0);
    double[] millis = brick.aloneAsItComes(Tenants.random("random", 1, 1)).millis();
    assertThat(millis.length).isGreaterThan(2_000);
    assertThat(millis).doesNotContain(0.1);
  }
}
