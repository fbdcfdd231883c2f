package io.oasis.brick.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.cache.Cache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every volume promises, on random operations against an array; the seed is shown. */
class VolumeContractTest {
  private static final int BYTES = 1 << 20;
  private static final int STEPS = 3_000;

  @TempDir Path directory;

  enum Kind {
    MEMORY,
    FILE,
    DIRECT,
    CACHED,
    WRITTEN_BACK
  }

  private Volume open(Kind kind) throws IOException {
    return switch (kind) {
      case MEMORY -> new MemoryVolume(BYTES);
      case FILE -> file(FileVolume.Direct.OFF);
      case DIRECT -> file(FileVolume.Direct.AUTO);
      case CACHED -> new Cache(1 << 19).over(new MemoryVolume(BYTES), "p", 1 << 18, false);
      case WRITTEN_BACK -> new Cache(1 << 19).over(file(FileVolume.Direct.OFF), "p", 1 << 18, true);
    };
  }

  private FileVolume file(FileVolume.Direct direct) throws IOException {
    return FileVolume.open(directory.resolve("v.img"), BYTES, direct, false);
  }

  @ParameterizedTest
  @EnumSource
  void readsWhatWasWrittenAndZeroWhereItWasLetGo(Kind kind) throws IOException {
    long seed = 7;
    Random random = new Random(seed);
    byte[] model = new byte[BYTES];
    ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    try (Volume volume = open(kind)) {
      assertThat(volume.sizeBytes()).isEqualTo(BYTES);
      for (int step = 0; step < STEPS; step++) {
        int length = 1 + random.nextInt(1 << (1 + random.nextInt(17)));
        int at = random.nextInt(BYTES - length);
        int position = random.nextInt(64);
        int what = random.nextInt(20);
        if (what < 9) {
          assertThat(read(volume, at, buffer, position, length))
              .as("seed %d step %d", seed, step)
              .isEqualTo(Arrays.copyOfRange(model, at, at + length));
        } else if (what < 17) {
          byte[] data = new byte[length];
          random.nextBytes(data);
          buffer.put(position, data);
          if (!volume.tryWrite(at, buffer, position, length)) {
            volume.write(at, buffer, position, length);
          }
          System.arraycopy(data, 0, model, at, length);
        } else if (what < 19) {
          volume.zero(at, length, random.nextBoolean());
          Arrays.fill(model, at, at + length, (byte) 0);
        } else {
          volume.flush();
          assertExtentsCover(volume, at, length, model);
        }
      }
    }
  }

  private static byte[] read(Volume volume, int at, ByteBuffer buffer, int position, int length)
      throws IOException {
    if (!volume.tryRead(at, buffer, position, length)) {
      volume.read(at, buffer, position, length);
    }
    byte[] read = new byte[length];
    buffer.get(position, read);
    return read;
  }

  private static void assertExtentsCover(Volume volume, int at, int length, byte[] model)
      throws IOException {
    long[] end = {at};
    volume.describe(
        at,
        length,
        (extent, hole) -> {
          for (long i = end[0]; hole && i < end[0] + extent; i++) {
            assertThat(model[(int) i]).as("a hole reads as zero").isZero();
          }
          end[0] += extent;
          return true;
        });
    assertThat(end[0]).isEqualTo(at + length);
  }
}
