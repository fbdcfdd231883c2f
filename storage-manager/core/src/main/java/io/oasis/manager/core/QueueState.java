package io.oasis.manager.core;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.harm.Tenant;
import io.oasis.manager.core.receipt.ReceiptBook;
import io.oasis.manager.core.settle.Motion;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Flow;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a controller knows of one queue. Amounts in cost per second. */
final class QueueState {
  /** Weight of a new measurement in the smoothed I/O size and read share. */
  private static final double SMOOTHING = 0.3;

  /** No block device takes a larger I/O in one; what claims to be larger is counted as this. */
  private static final double LARGEST_IO = 1 << 30;

  /** A size that changes by more than this factor is another kind of I/O: not smoothed. */
  private static final double OTHER_SIZE = 1.5;

  final QueueId queue;
  private final boolean isNobodys;
  final Motion motion = new Motion();
  final Tenant tenant;
  final ReceiptBook receipts = new ReceiptBook();
  Rails rails = Rails.NONE;

  @Nullable Request request;

  /** In {@link DomainState#heard}. */
  Instant requestedAt = Instant.EPOCH;

  double meanBytes;

  /** Intervals without any I/O up to now. */
  int idleIntervals;

  double readShare = 1;

  /** The demand that the last decision went by; infinite when unbounded, NaN before the first. */
  double demandUsed = Double.NaN;

  /** What its guard rails promise it. */
  double floor;

  /** What it has; NaN while it is not limited. */
  double allocation = Double.NaN;

  /** What it had before limits were let go for a trial. */
  double setAside = Double.NaN;

  double target = Double.NaN;
  Bound bound = Bound.RULE;

  @Nullable AdapterId adapter;
  @Nullable RateBound pushed;

  /** It was taken over before the size of its I/Os was known. */
  private boolean isGuessed;

  /** What was in force at the last measurement. */
  @Nullable RateBound pushedBefore;

  Version pushedVersion = Version.NONE;
  Instant pushedAt = Instant.EPOCH;

  /** The newest setting that an adapter said something about. */
  Version answeredVersion = Version.NONE;

  /** The newest setting that an adapter told to be in force, or to be over. */
  Version heldVersion = Version.NONE;

  double pushedReadShare = 1;
  Terms pushedTerms = Terms.NONE;
  double pushedAllocation = Double.NaN;
  boolean pushedOnProbe;
  Outcome.@Nullable State state;
  String cause = "";
  Instant retryAt = Instant.EPOCH;

  Optional<RateBound> granted = Optional.empty();
  boolean grantedEnforced;
  Instant grantedAt = Instant.EPOCH;

  QueueState(QueueId queue) {
    this.queue = queue;
    isNobodys = queue.isUnattributed();
    tenant = new Tenant(queue);
  }

  void take(Request newest, Instant heard) {
    request = newest;
    requestedAt = heard;
    Flow reads = newest.sample().reads();
    Flow writes = newest.sample().writes();
    double iops = newest.sample().completionsPerSecond();
    idleIntervals = iops > 0 ? 0 : idleIntervals + 1;
    if (iops <= 0) {
      return;
    }
    double size = StrictMath.min(LARGEST_IO, newest.sample().bytesPerSecond() / iops);
    boolean other =
        meanBytes == 0 || size > OTHER_SIZE * meanBytes || meanBytes > OTHER_SIZE * size;
    meanBytes = other ? size : meanBytes + SMOOTHING * (size - meanBytes);
    double cost = costOf(reads) + costOf(writes);
    double share = cost > 0 ? costOf(reads) / cost : readShare;
    readShare = other ? share : readShare + SMOOTHING * (share - readShare);
  }

  /** A limit that is in force and that this controller did not set is where it starts from. */
  void adopt(RateBound applied, double headroom) {
    double cost = CostModel.costPerSecond(applied, meanBytes);
    if (Double.isInfinite(cost)) {
      cost = CostModel.costPerSecond(applied, CostModel.BYTES_PER_COST);
    }
    if (cost > 0) {
      allocation = cost / (1 + headroom);
      pushed = applied;
      isGuessed = meanBytes == 0;
    }
  }

  /** Whether it is not known yet what the limit in force lets it have. */
  boolean isUnsized() {
    return isGuessed && pushed != null;
  }

  private static double costOf(Flow flow) {
    return CostModel.costPerSecond(flow.completionsPerSecond(), flow.bytesPerSecond());
  }

  double usage() {
    return request == null ? 0 : CostModel.costPerSecond(request.sample().bandwidth());
  }

  Demand.Quality quality() {
    return request == null ? Demand.Quality.STALE : request.demand().quality();
  }

  /** Whether Oasis leaves it alone: told so, nobody's I/O, or somebody else's limit is on it. */
  boolean isExcluded() {
    return rails.exclude() || isNobodys || state == Outcome.State.CONFLICT;
  }

  boolean isLimited() {
    return !Double.isNaN(allocation);
  }

  void forgetLimit() {
    allocation = Double.NaN;
    pushed = null;
    state = null;
    cause = "";
  }

  QueueMemory memory() {
    return new QueueMemory(
        queue, isLimited() ? Optional.of(allocation) : Optional.empty(), meanBytes, readShare);
  }
}
