package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.cache.CountingVolume;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Session;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shows what is read ahead of a stream, and what is not because the cache has it. */
@Timeout(60)
class PrefetcherTest {
  private static final int READ = 64 << 10;
  private static final int SIZE = 4 << 20;
  private static final long ACCESS = 512 << 10;

  /** Bytes read of the volume for a stream from one end to the other. */
  private static long readAhead(int cachedBytes) throws IOException {
    CountingVolume below = new CountingVolume(SIZE);
    try (Cache cache = new Cache(2 * SIZE)) {
      Volume volume = cache.over(below, "p", 2 * SIZE, false);
      volume.read(0, ByteBuffer.allocateDirect(SIZE), 0, cachedBytes);
      below.readBytes.set(0);
      try (Engine engine =
          new Engine(
              "e", DisciplineSpec.of(DisciplineSpec.Kind.NONE), null, 1, new SplittableRandom(1))) {
        Session session = engine.join("s", Terms.standard());
        Prefetcher prefetcher = new Prefetcher(volume, engine, session, ACCESS);
        for (int offset = 0; offset < SIZE; offset += READ) {
          prefetcher.read(offset, READ, true);
        }
      }
    }
    return below.readBytes.get();
  }

  @Test
  void whatTheCacheHasIsNotReadAgain() throws IOException {
    assertThat(readAhead(SIZE)).isZero();
    assertThat(readAhead(SIZE / 2)).isEqualTo(SIZE / 2);
  }

  @Test
  void allButTheFirstReadsIsReadAhead() throws IOException {
    assertThat(readAhead(READ)).isEqualTo(SIZE - 5 * READ);
  }
}
