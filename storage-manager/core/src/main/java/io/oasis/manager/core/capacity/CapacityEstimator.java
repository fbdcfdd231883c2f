package io.oasis.manager.core.capacity;

import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.CapacityEstimate.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Learns the capacity of one domain as an interval, in cost per second (see {@link CostModel}). The
 * package says how and why.
 */
public final class CapacityEstimator {
  /** Saturated intervals that must agree before there is a first estimate. */
  private static final int FIRST_SAMPLES = 3;

  /** Outliers that must agree before the capacity is taken to have changed. */
  private static final int CHANGE_SAMPLES = 2;

  /** Where the median of so many saturated samples on end is an outlier, their mean counts. */
  private static final int ERRATIC_SAMPLES = 8;

  /** Saturated samples on end after which what was tried in vain is forgotten. */
  private static final int FORGET_SAMPLES = 2;

  /** Samples this close to each other agree. */
  private static final double AGREE = 0.15;

  /** A measurement further than this from the centre is an outlier. */
  private static final double OUTLIER = 0.10;

  /** Weight of a new measurement in the smoothed centre and deviation. */
  private static final double SMOOTHING = 0.2;

  /** The interval reaches at least this far to each side of the centre. */
  private static final double HALF_WIDTH = 0.03;

  /** The published interval follows the centre only when that moved by more than this. */
  private static final double HYSTERESIS = 0.01;

  /** First step upwards when limits bind on a relaxed device; doubles while it follows. */
  private static final double FIRST_GROWTH = 0.02;

  /** Three doublings of the first; chosen: more would overshoot, less takes long to recover. */
  private static final double MOST_GROWTH = 0.16;

  /**
   * So much of what a device would carry without its idle moments must exceed what is known before
   * more is tried. How much more they do not tell: an array that answers at once until its rate is
   * used up is idle half of the time at nine tenths of it.
   */
  private static final double TRUSTED = 0.95;

  /** It grows only while throughput follows: at least this part of what is tried comes. */
  private static final double FOLLOWS = 0.85;

  /** Relaxed intervals with all at their limits before it grows. */
  private static final int HELD_GROWTH_PATIENCE = 4;

  /** Relaxed intervals with more throughput than known before it grows. */
  private static final int GROWTH_PATIENCE = 2;

  /** The same when throughput does not exceed what is known: the device may only be waited for. */
  private static final int LONG_GROWTH_PATIENCE = 10;

  /** It doubles with each growth in vain, up to this. */
  private static final int MOST_PATIENCE = 640;

  /** Throughput above the centre by this part is more than was known to be possible. */
  private static final double MORE_THAN_KNOWN = 0.01;

  private double center;

  /** The centre when it was last measured at saturation; 0 before. */
  private double confirmedCenter;

  /** The centre before it was tried upwards; 0 while nothing is tried. */
  private double beforeTrial;

  private int saturatedOnEnd;
  private double deviation;
  private double lower;
  private double published;
  private Source source = Source.NONE;
  private Instant confirmedAt = Instant.EPOCH;
  private boolean saturated;

  private int candidates;
  private double candidate;
  private final StarvationThreshold starvation = new StarvationThreshold();
  private final Recent recent = new Recent(ERRATIC_SAMPLES);
  private int relaxedAtLimit;
  private final RelaxedRun relaxedRun = new RelaxedRun();
  private double growth = FIRST_GROWTH;
  private int patience = LONG_GROWTH_PATIENCE;

  /** What was carried before the last growth that nothing spoke for; 0 when none is under way. */
  private double carriedBefore;

  public CapacityEstimator(CapacityMemory memory) {
    center = memory.center();
    deviation = memory.deviation();
    lower = memory.lower();
    published = center;
    confirmedCenter = center;
    source = center > 0 ? Source.KNEE : lower > 0 ? Source.UNSATURATED : Source.NONE;
  }

  /**
   * Takes the measurement of one interval.
   *
   * @param costPerSecond what the domain completed
   * @param reach what it would have completed without idle moments, as far as that is known
   * @param isSaturated whether more depth would not have bought more
   * @param isUneven whether somebody who waits was answered next to nothing, and others were not
   * @param limitBinds whether some queue stood at a limit of ours
   * @param limitsHold whether all who want more stood at theirs and the device had idle moments
   * @return what happened, in words, when the capacity changed
   */
  public Optional<String> measure(
      double costPerSecond,
      double reach,
      boolean isSaturated,
      boolean isUneven,
      boolean limitBinds,
      boolean limitsHold,
      Instant now) {
    saturated = isSaturated && costPerSecond > 0;
    if (saturated) {
      relaxedAtLimit = 0;
      carriedBefore = 0;
      growth = FIRST_GROWTH;
      relaxedRun.end();
      double sample = (costPerSecond + reach) / 2;
      recent.add(sample);
      starvation.add(sample, isUneven, center, now);
      Optional<String> change =
          isUneven ? Optional.empty() : measureSaturated(sample, (reach - costPerSecond) / 4, now);
      return change.isEmpty() && recent.isFull() && isOutlier(recent.median())
          ? startAt(recent.mean(), now)
          : change;
    }
    candidates = 0;
    recent.clear();
    saturatedOnEnd = 0;
    measureRelaxed(costPerSecond, reach, limitBinds, limitsHold);
    return Optional.empty();
  }

  /**
   * The truth lies between what was carried, which an array that had saved up for it may exceed,
   * and what would have been without idle moments, which such an array could not carry.
   */
  private Optional<String> measureSaturated(double sample, double doubt, Instant now) {
    forgetTrial(sample);
    if (center > 0 && StrictMath.abs(sample - center) <= outlierDistance()) {
      candidates = 0;
      double error = StrictMath.max(doubt, StrictMath.abs(sample - center));
      deviation += SMOOTHING * (error - deviation);
      center += SMOOTHING * (sample - center);
      return confirm(now);
    }
    boolean agrees = candidates > 0 && StrictMath.abs(sample - candidate) <= AGREE * candidate;
    candidate = agrees ? (candidate * candidates + sample) / (candidates + 1) : sample;
    candidates = agrees ? candidates + 1 : 1;
    return candidates >= (center > 0 ? CHANGE_SAMPLES : FIRST_SAMPLES)
        ? startAt(candidate, now)
        : Optional.empty();
  }

  /**
   * What was only tried has no weight against measurements: the second one on end that agrees with
   * what was known before forgets it. One alone may be a moment's.
   */
  private void forgetTrial(double sample) {
    saturatedOnEnd++;
    if (saturatedOnEnd < FORGET_SAMPLES || beforeTrial == 0) {
      return;
    }
    if (StrictMath.abs(sample - beforeTrial) <= OUTLIER * beforeTrial) {
      center = beforeTrial;
    }
    beforeTrial = 0;
  }

  private Optional<String> startAt(double measured, Instant now) {
    center = measured;
    published = measured;
    deviation = 0;
    candidates = 0;
    recent.clear();
    beforeTrial = 0;
    return confirm(now);
  }

  private boolean isOutlier(double sample) {
    return StrictMath.abs(sample - center) > OUTLIER * center;
  }

  /** The centre is a measurement; says so when it is far from the last one. */
  private Optional<String> confirm(Instant now) {
    double old = confirmedCenter;
    boolean changed = StrictMath.abs(center - old) > OUTLIER * old;
    source = changed && old > 0 ? Source.CHANGE_POINT : Source.KNEE;
    confirmedAt = now;
    lower = center;
    confirmedCenter = center;
    if (changed || StrictMath.abs(center - published) > HYSTERESIS * published) {
      published = center;
    }
    if (!changed) {
      return Optional.empty();
    }
    return Optional.of(
        old > 0
            ? String.format(
                Locale.ROOT,
                "capacity changed by %+.0f %%, from %.0f to %.0f cost/s",
                (center / old - 1) * 100,
                old,
                center)
            : String.format(Locale.ROOT, "capacity found: %.0f cost/s", center));
  }

  private void measureRelaxed(double sample, double reach, boolean limitBinds, boolean limitsHold) {
    if (center == 0) {
      lower = StrictMath.max(lower, sample);
      source = lower > 0 ? Source.UNSATURATED : Source.NONE;
      return;
    }
    relaxedRun.add(sample, center);
    int enough = growth > FIRST_GROWTH ? 1 : GROWTH_PATIENCE;
    double more = relaxedRun.intervals() >= enough ? relaxedRun.mean() / center - 1 : 0;
    boolean isMore = more >= MORE_THAN_KNOWN;
    relaxedAtLimit = limitBinds ? relaxedAtLimit + 1 : 0;
    boolean isHeld =
        (limitsHold || TRUSTED * reach > center)
            && sample >= FOLLOWS * center
            && relaxedAtLimit >= HELD_GROWTH_PATIENCE;
    if (!limitBinds) {
      growth = FIRST_GROWTH;
      if (isMore) {
        grow(more);
      }
    } else if (isMore || isHeld) {
      grow(StrictMath.max(growth, more));
      growth = StrictMath.min(MOST_GROWTH, 2 * growth);
    } else if (relaxedAtLimit >= (carriedBefore > 0 ? LONG_GROWTH_PATIENCE : patience)) {
      creep();
    }
    lower = StrictMath.min(StrictMath.max(lower, sample), center);
  }

  /** Tries a little more; when the last time brought nothing, takes that back and waits longer. */
  private void creep() {
    relaxedAtLimit = 0;
    double carried = relaxedRun.mean();
    if (carriedBefore > 0 && carried < carriedBefore * (1 + FIRST_GROWTH / 2)) {
      center /= 1 + FIRST_GROWTH;
      published = center;
      carriedBefore = 0;
      patience = StrictMath.min(MOST_PATIENCE, 2 * patience);
      relaxedRun.end();
    } else {
      patience = carriedBefore > 0 ? LONG_GROWTH_PATIENCE : patience;
      carriedBefore = carried;
      grow(FIRST_GROWTH);
    }
  }

  private void grow(double part) {
    beforeTrial = beforeTrial == 0 ? center : beforeTrial;
    center *= 1 + part;
    published = center;
    source = Source.UNSATURATED;
    starvation.forget();
    relaxedRun.end();
  }

  /** Begins with what somebody else believed, which the next measurements mend. */
  public void startFrom(double costPerSecond) {
    center = StrictMath.max(lower, costPerSecond);
    published = center;
    source = Source.UNSATURATED;
  }

  private double outlierDistance() {
    return StrictMath.max(OUTLIER * center, 4 * deviation);
  }

  /** Whether the last interval saw the domain saturated. */
  public boolean isSaturated() {
    return saturated;
  }

  /** What can be shared out, in cost per second; absent while the domain was never saturated. */
  public Optional<Double> toShare() {
    return published > 0
        ? Optional.of(StrictMath.min(published, starvation.most()))
        : Optional.empty();
  }

  /**
   * The most that is known to be carried, in cost per second; absent while {@link #toShare} is. A
   * capacity that is only tried exceeds it.
   */
  public Optional<Double> carried() {
    return published > 0 && lower > 0 ? Optional.of(lower) : Optional.empty();
  }

  private Optional<Double> upper() {
    return published > 0 ? Optional.of(published + halfWidth()) : Optional.empty();
  }

  private double halfWidth() {
    return StrictMath.min(
        OUTLIER * published, StrictMath.max(HALF_WIDTH * published, 2 * deviation));
  }

  /** The most of any one interval is no more exact than a centre is. */
  private double shownLower() {
    return published > 0 && source != Source.UNSATURATED
        ? published - halfWidth()
        : (1 - HALF_WIDTH) * lower;
  }

  public CapacityMemory memory() {
    return new CapacityMemory(center, deviation, lower);
  }

  /**
   * The estimate as it is told to others.
   *
   * @param meanBytes mean size of the domain's present I/O
   */
  public CapacityEstimate estimate(double meanBytes, Instant now) {
    double cost = CostModel.costOf(meanBytes);
    long age =
        confirmedAt.equals(Instant.EPOCH)
            ? 0
            : StrictMath.max(0, Duration.between(confirmedAt, now).toMillis());
    return new CapacityEstimate(
        shownLower(),
        upper(),
        shownLower() / cost,
        upper().map(value -> value / cost),
        CostModel.BYTES_PER_COST,
        saturated,
        source,
        age);
  }
}
