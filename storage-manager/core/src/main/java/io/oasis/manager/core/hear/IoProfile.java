package io.oasis.manager.core.hear;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.QueueSample;

/** What a queue's I/Os are like: their size, and how much of their cost is reads; smoothed. */
final class IoProfile {
  /** Weight of a new measurement. */
  private static final double SMOOTHING = 0.3;

  /** No block device takes a larger I/O in one; what claims to be larger is counted as this. */
  private static final double LARGEST_IO = 1 << 30;

  /** A size that changes by more than this factor is another kind of I/O: not smoothed. */
  private static final double OTHER_SIZE = 1.5;

  private double meanBytes;
  private double readShare = 1;

  /** Begins with what a former controller kept. */
  void remember(QueueMemory memory) {
    meanBytes = memory.meanBytes();
    readShare = memory.readShare();
  }

  void take(QueueSample sample) {
    double iops = sample.completionsPerSecond();
    if (iops <= 0) {
      return;
    }
    double size = StrictMath.min(LARGEST_IO, sample.bytesPerSecond() / iops);
    boolean other =
        meanBytes == 0 || size > OTHER_SIZE * meanBytes || meanBytes > OTHER_SIZE * size;
    meanBytes = other ? size : meanBytes + SMOOTHING * (size - meanBytes);
    double reads = CostModel.costPerSecond(sample.reads());
    double cost = reads + CostModel.costPerSecond(sample.writes());
    double share = cost > 0 ? reads / cost : readShare;
    readShare = other ? share : readShare + SMOOTHING * (share - readShare);
  }

  /** 0 when it has done none. */
  double meanBytes() {
    return meanBytes;
  }

  double readShare() {
    return readShare;
  }
}
