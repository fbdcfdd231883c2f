package io.oasis.brick.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Shows what is read ahead of which reads (Argon, section 4.2). */
class StreamsTest {
  private static final int BLOCK = 64 << 10;
  private static final int CACHED = 4 << 10;
  private static final long ACCESS = 8L << 20;
  private static final long SIZE = 1L << 40;

  private final Streams streams = new Streams(CACHED, ACCESS);

  private Streams.Range read(long block) {
    return streams.read(block * BLOCK, BLOCK, true, SIZE);
  }

  /**
   * "if the run count is above a certain threshold (4), Argon reads run count number of blocks".
   */
  @Test
  void theFifthReadInSequenceIsReadAheadOfByWhatWasRead() {
    for (int block = 100; block < 104; block++) {
      assertThat(read(block).isEmpty()).isTrue();
    }
    assertThat(read(104)).isEqualTo(new Streams.Range(105 * BLOCK, 110 * BLOCK));
  }

  /** "The prefetch size grows until ... the threshold necessary ...; afterwards ... remains". */
  @Test
  void readAheadGrowsUpToAnAccess() {
    List<Long> sizes = new ArrayList<>();
    long ahead = 0;
    for (int block = 0; block < 2_000; block++) {
      Streams.Range range = read(block);
      if (!range.isEmpty()) {
        sizes.add(range.to() - range.from());
        assertThat(range.from()).isGreaterThanOrEqualTo(ahead);
        ahead = range.to();
      }
      if (block > 4) {
        assertThat(ahead).isGreaterThan((block + 1L) * BLOCK);
        assertThat(ahead - (block + 1L) * BLOCK).isLessThanOrEqualTo(2 * ACCESS);
      }
    }
    assertThat(sizes).isSorted().contains(ACCESS).allMatch(size -> size <= ACCESS);
    assertThat(sizes.getLast()).isEqualTo(ACCESS);
  }

  /** "neither the last read block nor one past that block, then the run count is reset". */
  @Test
  void aGapBeginsANewRunAndReadingAgainDoesNot() {
    for (int block = 0; block < 4; block++) {
      assertThat(read(block).isEmpty()).isTrue();
    }
    assertThat(read(3).isEmpty()).isTrue();
    assertThat(read(5).isEmpty()).isTrue();
    assertThat(read(6).isEmpty()).isTrue();
    assertThat(read(4).isEmpty()).as("the first run goes on where it was").isFalse();
  }

  @Test
  void streamsOfOneSessionAreToldApart() {
    int found = 0;
    for (int block = 0; block < 8; block++) {
      for (int stream = 0; stream < 10; stream++) {
        found += read(stream * 1_000_000L + block).isEmpty() ? 0 : 1;
      }
    }
    assertThat(found).isGreaterThanOrEqualTo(10);
  }

  @Test
  void randomReadsAreReadAheadOfNowhere() {
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      assertThat(read(random.nextInt(1_000_000)).isEmpty()).isTrue();
    }
  }

  @Test
  void whatIsNotThereAnyMoreIsReadAgain() {
    for (int block = 0; block < 20; block++) {
      read(block);
    }
    Streams.Range again = streams.read(20 * BLOCK, BLOCK, false, SIZE);
    assertThat(again.from()).isEqualTo(21 * BLOCK);
  }

  @Test
  void wholeBlocksAreReadAheadWhateverAnAccessIs() {
    Streams odd = new Streams(CACHED, 1_000_001);
    long ahead = 512 + 5L * BLOCK;
    for (int block = 0; block < 200; block++) {
      Streams.Range range = odd.read(512 + (long) block * BLOCK, BLOCK, true, SIZE);
      if (!range.isEmpty()) {
        assertThat(range.from()).isEqualTo(ahead / CACHED * CACHED);
        assertThat(range.to() % CACHED).isZero();
        ahead = range.to();
      }
    }
    assertThat(ahead).isGreaterThan(200L * BLOCK);
  }

  @Test
  void nothingIsReadBehindTheEndOrWhenItIsOff() {
    long end = 6L * BLOCK + 512;
    for (int block = 0; block < 4; block++) {
      streams.read((long) block * BLOCK, BLOCK, true, end);
    }
    assertThat(streams.read(4L * BLOCK, BLOCK, true, end).to()).isEqualTo(end);
    Streams off = new Streams(CACHED, 0);
    for (int block = 0; block < 100; block++) {
      assertThat(off.read((long) block * BLOCK, BLOCK, false, SIZE).isEmpty()).isTrue();
    }
  }
}
