package io.oasis.manager.core.capacity;

import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Flow;
import io.oasis.protocol.RateBound;

/**
 * What an I/O costs its device, in the unit in which capacity is learned and shared.
 *
 * <p>Law: an I/O of S bytes costs {@code 1 + S / BYTES_PER_COST}. A small I/O costs about 1, so the
 * unit reads as "small I/Os per second"; one of {@link #BYTES_PER_COST} costs 2, half of it for its
 * bytes.
 *
 * <p>The model only has to rank I/O of different sizes within one domain; the capacity in this unit
 * is learned, and learned again when the mix of sizes moves it. Sequential and random I/O of one
 * size cost the same here.
 */
public final class CostModel {
  /**
   * Bytes that cost as much as one I/O: the transfer that takes a disk of 60 to 150 MB/s about as
   * long as half a rotation and an NVMe device about as long as one command.
   */
  public static final double BYTES_PER_COST = 128 * 1024;

  private CostModel() {}

  /** Cost of one I/O of this size. */
  public static double costOf(double meanBytes) {
    return 1 + meanBytes / BYTES_PER_COST;
  }

  /** Of what is completed. */
  public static double costPerSecond(Flow flow) {
    return costPerSecond(flow.completionsPerSecond(), flow.bytesPerSecond());
  }

  /** Cost per second of so many operations and bytes per second. */
  public static double costPerSecond(double iops, double bytesPerSecond) {
    return iops + bytesPerSecond / BYTES_PER_COST;
  }

  public static double costPerSecond(Bandwidth bandwidth) {
    return costPerSecond(bandwidth.iops().perSecond(), bandwidth.bytesPerSecond().perSecond());
  }

  /** The bandwidth that this cost buys in I/O of this size. */
  public static Bandwidth bandwidth(double costPerSecond, double meanBytes) {
    double iops = costPerSecond / costOf(meanBytes);
    return Bandwidth.of(iops, iops * meanBytes);
  }

  /**
   * The bound that holds I/O of this size to this cost, in the unit that makes up most of the cost:
   * it then stays about right when the size drifts.
   */
  public static RateBound bound(double costPerSecond, double meanBytes) {
    Bandwidth bandwidth = bandwidth(costPerSecond, meanBytes);
    return meanBytes > BYTES_PER_COST
        ? RateBound.ofBytesPerSecond(bandwidth.bytesPerSecond().perSecond())
        : RateBound.ofIops(bandwidth.iops().perSecond());
  }

  /** Cost per second of I/O of this size at the bound; the tighter of its two units counts. */
  public static double costPerSecond(RateBound bound, double meanBytes) {
    double cost = Double.POSITIVE_INFINITY;
    if (bound.iops().isPresent()) {
      cost = bound.iops().get().perSecond() * costOf(meanBytes);
    }
    if (bound.bytesPerSecond().isPresent() && meanBytes > 0) {
      double iops = bound.bytesPerSecond().get().perSecond() / meanBytes;
      cost = StrictMath.min(cost, iops * costOf(meanBytes));
    }
    return cost;
  }
}
