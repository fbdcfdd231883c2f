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

  /** Two reads are of one piece of 128 KiB: the second finds it, which takes a hit's time. */
  @Test
  void aReadOfWhatCameTogetherIsAHit() {
    Timeline time = new Timeline();
    LabBrick brick =
        new LabBrick(
            time,
            DisciplineSpec.of(DisciplineSpec.Kind.NONE).create(0, new SplittableRandom(1)),
            new HardDisk<>(Disks.named(InsulatedBrick.DISK)));
    Client client = brick.open("stream", Terms.standard(), List.of(), 0);
    BlockCache cache = BlockCache.partitioned(BLOCK_BYTES);
    cache.resize(0, 64 << 20);
    CachedTarget target = new CachedTarget(time, client, cache, 0, 8 << 20, 0);
    ClosedLoop loop = new ClosedLoop(time, Pattern.stream(0, 1L << 30, READ_BYTES), 1, target);
    loop.startAt(0);
    time.runUntil(10 * Timeline.SECOND);
    double[] millis = loop.millis(1, 10);
    assertThat(millis.length).isGreaterThan(5_000);
    assertThat(millis).doesNotContain(0);
    assertThat(Arrays.stream(millis).filter(each -> each == 0.1).count())
        .isGreaterThan(millis.length / 3);
  }
}
