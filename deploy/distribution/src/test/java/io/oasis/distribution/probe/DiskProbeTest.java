package io.oasis.distribution.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.oasis.brick.device.DeviceRequest;
import io.oasis.brick.device.DiskParameters;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.HardDisk;
import io.oasis.lab.insulation.InsulatedBrick;
import io.oasis.manager.planners.insulation.DiskTraits;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that a probe finds what a modelled disk is made of, in virtual time and within bounds. */
class DiskProbeTest {
  private static final long TEN_SECONDS = TimeUnit.SECONDS.toNanos(10);

  /** One read after the other, with a pause that puts it anywhere in a turn. */
  private static final class Modelled implements DiskProbe.Readable {
    private final HardDisk<Request> disk;
    private final SplittableRandom pauses = new SplittableRandom(1);
    private long now;
    private int reads;
    private long bytesRead;

    private record Request(long offset, int bytes) implements DeviceRequest {
      @Override
      public boolean isWrite() {
        return false;
      }
    }

    Modelled(String name) {
      disk = new HardDisk<>(Disks.named(name));
    }

    @Override
    public long sizeBytes() {
      return disk.capacityBytes();
    }

    @Override
    public long read(long offset, int bytes) {
      reads++;
      bytesRead += bytes;
      if (bytes == DiskProbe.BLOCK_BYTES) {
        now += pauses.nextLong(1_000_000);
      }
      long began = now;
      long[] done = {0};
      disk.submit(new Request(offset, bytes), now);
      while (done[0] == 0) {
        now = disk.nextEventNanos();
        disk.advance(now, (request, at) -> done[0] = at);
      }
      return done[0] - began;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"barracuda-7200-8", "argon-barracuda", "argon-cheetah-10k7", "deskstar-120gxp"})
  void whatIsMeasuredIsWhatTheDiskIsMadeOf(String name) throws IOException {
    DiskParameters parameters = Disks.named(name);
    DiskTraits truth = InsulatedBrick.traits(parameters);
    for (long seed = 1; seed <= 5; seed++) {
      Modelled disk = new Modelled(name);
      DiskTraits found = new DiskProbe(disk, TEN_SECONDS, new SplittableRandom(seed)).run();
      assertThat(found.positioningMicros() / truth.positioningMicros())
          .as("seed %d", seed)
          .isCloseTo(1, within(0.1));
      assertThat(found.farthestMicros() / truth.farthestMicros())
          .as("seed %d", seed)
          .isCloseTo(1, within(0.1));
      assertThat(found.streamingBytesPerSecond() / truth.streamingBytesPerSecond())
          .as("seed %d", seed)
          .isBetween(0.8, 1.02);
      assertThat(disk.reads)
          .isLessThanOrEqualTo(DiskProbe.ANYWHERE + DiskProbe.AT_ENDS + DiskProbe.PIECES + 3);
      assertThat(disk.bytesRead).isLessThan(75L << 20);
    }
  }

  @Test
  void itEndsInTimeAndSaysWhenThatWasTooLittle() throws IOException {
    Modelled disk = new Modelled("barracuda-7200-8");
    long second = TimeUnit.SECONDS.toNanos(1);
    new DiskProbe(disk, second, new SplittableRandom(1)).run();
    assertThat(disk.now).isLessThan(2 * second);
    assertThatThrownBy(() -> new DiskProbe(disk, second / 10, new SplittableRandom(1)).run())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("give it more seconds");
  }
}
