package io.oasis.lab.insulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.device.BlockCache;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.HardDisk;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Client;
import io.oasis.lab.brick.LabBrick;
import io.oasis.lab.sim.Timeline;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What an application sees of its cache. */
class CachedTargetTest {
  private static final int BLOCK_BYTES = 16 << 10;
  private static final int READ_BYTES = 64 << 10;

  private static final int ACCESS_BYTES = 8 << 20;

  private final Timeline time = new Timeline();
  private final BlockCache cache = BlockCache.partitioned(BLOCK_BYTES);

  private Client client() {
    LabBrick brick =
        new LabBrick(
            time,
            DisciplineSpec.of(DisciplineSpec.Kind.NONE).create(0, new SplittableRandom(1)),
            new HardDisk<>(Disks.named(InsulatedBrick.DISK)));
    cache.resize(0, 64 << 20);
    return brick.open("stream", Terms.standard(), List.of(), 0);
  }

  /** Of a stream that has the disk to itself. */
  private double[] millis(CachedTarget target) {
    ClosedLoop loop = new ClosedLoop(time, Pattern.stream(0, 1L << 30, READ_BYTES), 1, target);
    loop.startAt(0);
    time.runUntil(10 * Timeline.SECOND);
    return loop.millis(1, 10);
  }

  /** Two reads are of one piece of 128 KiB: the second finds it, which takes a hit's time. */
  @Test
  void aReadOfWhatCameTogetherIsAHit() {
    double[] millis = millis(new CachedTarget(time, client(), cache, 0, ACCESS_BYTES, 0));
    assertThat(millis.length).isGreaterThan(5_000);
    assertThat(millis).doesNotContain(0);
    assertThat(Arrays.stream(millis).filter(each -> each == 0.1).count())
        .isGreaterThan(millis.length / 3);
  }

  /** One read waits until an access is there, the others of its 128 find it in the cache. */
  @Test
  void whoReadsOnWaitsForAWholeAccess() {
    WholeAccesses whole = new WholeAccesses(BLOCK_BYTES, ACCESS_BYTES);
    double[] millis = millis(new CachedTarget(time, client(), cache, 0, ACCESS_BYTES, 0, whole));
    assertThat(millis.length).isGreaterThan(4_500);
    assertThat(Arrays.stream(millis).filter(each -> each > 100).count())
        .isBetween(millis.length / 128L - 1, millis.length / 128L + 1);
    assertThat(Arrays.stream(millis).filter(each -> each <= 1).count())
        .isGreaterThan((long) (millis.length * 0.98));
  }
}
