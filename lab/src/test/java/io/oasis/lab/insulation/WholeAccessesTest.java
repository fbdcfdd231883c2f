package io.oasis.lab.insulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.stream.Streams.Range;
import org.junit.jupiter.api.Test;

/** What Argon's read-ahead asks for: section 4.2. */
class WholeAccessesTest {
  private static final int BLOCK = 16 << 10;
  private static final int ACCESS = 64 * BLOCK;

  private final WholeAccesses ahead = new WholeAccesses(BLOCK, ACCESS);

  /** A client that has read eight blocks has eight read at its next miss, with the one it asks. */
  @Test
  void asMuchAsTheRunIsLong() {
    for (int block = 0; block < 4; block++) {
      assertThat(ahead.after(block * BLOCK, BLOCK, false).isEmpty()).isTrue();
    }
    for (int block = 4; block < 7; block++) {
      assertThat(ahead.after(block * BLOCK, BLOCK, true).isEmpty()).isTrue();
    }
    assertThat(ahead.after(7 * BLOCK, BLOCK, false)).isEqualTo(new Range(8 * BLOCK, 15 * BLOCK));
  }

  @Test
  void anAccessAtMost() {
    for (int block = 0; block < 100; block++) {
      ahead.after(block * BLOCK, BLOCK, true);
    }
    assertThat(ahead.after(100 * BLOCK, BLOCK, false))
        .isEqualTo(new Range(101 * BLOCK, 100 * BLOCK + ACCESS));
  }

  @Test
  void aReadElsewhereBeginsANewRun() {
    for (int block = 0; block < 100; block++) {
      ahead.after(block * BLOCK, BLOCK, true);
    }
    assertThat(ahead.after(1_000 * BLOCK, BLOCK, false).isEmpty()).isTrue();
  }

  @Test
  void nothingWithoutAnAccess() {
    WholeAccesses none = new WholeAccesses(BLOCK, 0);
    for (int block = 0; block < 100; block++) {
      assertThat(none.after(block * BLOCK, BLOCK, false).isEmpty()).isTrue();
    }
  }
}
