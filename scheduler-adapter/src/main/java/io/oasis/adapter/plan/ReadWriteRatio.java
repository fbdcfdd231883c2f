package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.RateBound;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What passes one throttle: how much of it is reads, and whether it is more than the limit.
 *
 * <p>The kernel limits each direction for itself. A queue that waits for one I/O before it asks for
 * the next is therefore held by whichever direction is tighter: at half reads, limits of 225 and
 * 275 let 446 I/Os pass, not 500. Two things follow. The parts must follow the ratio as it is at
 * the throttle. And the quieter direction needs a surplus, for its I/Os come in bursts: of 25
 * writes per second 2.5 come per slice of the throttle on average, but often 5, and 475 reads wait
 * for them. Where the directions are about equal either may be ahead of the other, so both need
 * one: without, 922 of a limit of 1,000 pass (measured), and who reaches no more than that of its
 * limit looks content, and is given less.
 *
 * <p>Law: the surplus is lent. What passes beyond the limit because of it is taken back from both
 * directions over the next seconds, so that over time no more passes than the limit. A queue that
 * does not alternate its directions thus ends with exactly the limit.
 */
final class ReadWriteRatio {
  /** Weight of a new second; as the manager smooths the share of reads. */
  private static final double SMOOTHING = 0.3;

  /** What passed beyond the limit is taken back over so long. */
  private static final double PAYBACK_SECONDS = 2;

  /** The kernel's throttle counts in slices of this length; so much may pass ahead of time. */
  private static final double SLICE_SECONDS = 0.1;

  /** The ratio in one unit: operations or bytes. */
  static final class Unit {
    private OptionalDouble readShare = OptionalDouble.empty();
    private double ioSize = 1;
    private double owed;

    private void look(double reads, double writes, double ios, double limit, double inForce) {
      double passed = reads + writes;
      if (passed > 0) {
        double share = reads / passed;
        double before = readShare.orElse(share);
        boolean isOther = Math.min(before, 1 - before) < Split.UNUSED;
        readShare = OptionalDouble.of(isOther ? share : before + SMOOTHING * (share - before));
        ioSize = passed / ios;
      }
      double lent = Math.min(Math.max(0, inForce - limit), Math.min(reads, writes));
      double ahead = SLICE_SECONDS * limit;
      owed = Math.max(-ahead, owed + Math.min(lent, passed - limit));
    }

    /** Part that is reads: as seen, or as given while nothing was seen. */
    double readShare(double given) {
      return readShare.orElse(given);
    }

    /** Per second, to be taken off the limit. */
    double payback() {
      return Math.max(0, owed) / PAYBACK_SECONDS;
    }

    /**
     * Per second, for a direction that has {@code rate}: one I/O per slice because the kernel
     * counts whole ones, and one standard deviation of what comes in a slice.
     */
    double surplus(double rate) {
      double share = readShare.orElse(0);
      boolean mixed = share > 0 && share < 1;
      double inSlice = rate * SLICE_SECONDS / ioSize;
      return mixed ? (1 + Math.sqrt(inSlice)) * ioSize / SLICE_SECONDS : 0;
    }
  }

  final Unit operations = new Unit();
  final Unit bytes = new Unit();
  final MeanSize reads = new MeanSize();
  final MeanSize writes = new MeanSize();
  private Optional<Counters> last = Optional.empty();
  private Duration lastAt = Duration.ZERO;

  /** Takes the counters as they are now, under this throttle and limit. */
  void look(Counters now, Duration at, Throttle inForce, RateBound limit) {
    double seconds = at.minus(lastAt).toNanos() / 1e9;
    if (last.isPresent() && seconds > 0) {
      Counters was = last.get();
      double readIos = (now.readIos() - was.readIos()) / seconds;
      double writeIos = (now.writeIos() - was.writeIos()) / seconds;
      double readBytes = (now.readBytes() - was.readBytes()) / seconds;
      double writeBytes = (now.writeBytes() - was.writeBytes()) / seconds;
      // Counters that went back were reset: nothing is known of this interval then.
      if (readIos >= 0 && writeIos >= 0 && readBytes >= 0 && writeBytes >= 0) {
        double ios = readIos + writeIos;
        reads.look(readIos, readBytes);
        writes.look(writeIos, writeBytes);
        limit
            .iops()
            .ifPresent(
                iops ->
                    operations.look(
                        readIos,
                        writeIos,
                        ios,
                        iops.perSecond(),
                        inForce.get(Throttle.Part.READ_IOPS)
                            + inForce.get(Throttle.Part.WRITE_IOPS)));
        limit
            .bytesPerSecond()
            .ifPresent(
                rate ->
                    bytes.look(
                        readBytes,
                        writeBytes,
                        ios,
                        rate.perSecond(),
                        inForce.get(Throttle.Part.READ_BYTES)
                            + inForce.get(Throttle.Part.WRITE_BYTES)));
      }
    }
    last = Optional.of(now);
    lastAt = at;
  }
}
