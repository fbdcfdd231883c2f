/**
 * Second stage: from what happened to what each application wants. Pure.
 *
 * <p><b>Problem.</b> Most applications are closed loops: they wait for an answer before they ask
 * again. Held back by a limit or by neighbours they ask less, and look content. The paper's two
 * conditions (OASIS, section 3.3.1) compare arrivals with the allocation and do not find them.
 *
 * <p><b>Is the device saturated?</b> {@link io.oasis.agent.analyse.DeviceCurve} remembers
 * throughput X at each mean depth n of the last ten minutes. Saturated means: more depth buys
 * (almost) no more. Utilisation cannot tell: the kernel counts whole ticks, and an SSD is "100 %
 * busy" at depth 1 of 64. So: idle part of the time (n or utilisation under 0.9): relaxed. Else
 * look deeper: was there a depth of 1.5 n or more with X more than 15 % higher? Relaxed; with less:
 * saturated. Else look shallower: did X grow from depth m by less than a third of what the depth
 * grew? Saturated; growth over an interval with idle time does not count, because depth did not buy
 * it. Had a shallower queue more by 15 %? Saturated, whatever was deeper: the device has become
 * slower. With nothing to compare: saturated from a depth of 1.5 on. Idle for 10 to 30 % at the
 * most that it ever did while busy: the grain of bursts, and saturated; at more than that it has
 * become faster, and what it did as deep or deeper is forgotten. A device whose latency at a known
 * depth moved by 30 % in two intervals is a changed device: what was known of it is forgotten.
 *
 * <p>Worked numbers: an array of 1,000 IOPS, answering in 0.15 ms when it may. Depth 33: X = 1,000,
 * 33 ms; nothing to compare: saturated. Limits bring it to depth 2: X = 1,000, and 33 deep it was
 * no more: saturated. Limits of 700 in all: depth 0.1: relaxed. An SSD with 10,000 at depth 1 and
 * 38,000 at depth 4: a third of the depth's growth would be 20,000: relaxed.
 *
 * <p><b>What does a queue want?</b> {@link io.oasis.agent.analyse.DemandEstimator}, in this order,
 * for X completions per second, L outstanding (Little):
 *
 * <ol>
 *   <li>nothing for two intervals, or for one after 100 operations per second and more: OBSERVED,
 *       idle; nothing while I/O of its LUN is in flight and none of it comes back: CENSORED, it
 *       waits
 *   <li>X (or its mean of three intervals) within 3 % of an enforced limit, or of one that was
 *       moved in the last two intervals: CENSORED, at its limit; X at the whole I/Os that a limit
 *       makes in each slice of 100 ms, and never seen to be satisfied with that: CENSORED too
 *   <li>device relaxed, X within 10 % of the limit: OBSERVED at what is remembered, or at X;
 *       nothing is learned from it, or a limit would talk a demand down step by step
 *   <li>device relaxed, but with more in it than its idle time lets expect, and X below what is
 *       remembered: OBSERVED at what is remembered; the device stood still for a moment, or became
 *       slower in the middle of the interval
 *   <li>device relaxed: OBSERVED, the mean and two deviations of the last five relaxed intervals,
 *       at most their maximum; remembered as what satisfies it, unless it is what whole I/Os per
 *       slice make and the limit is near: a tighter one may still be in force
 *   <li>device saturated, but L under a half: it waits less than half of its time, so it would not
 *       do more than X / (1 - L) on an idle device: OBSERVED at that, or at what satisfied it in
 *       the last minute when that is less
 *   <li>remembered rate s, X not above it by more than 10 %, and either X at 90 % of s, or s fresh
 *       (a minute), or L no more than 1.5 times what it had: the same application, waiting longer:
 *       OBSERVED at s
 *   <li>else CENSORED: grown under contention, alone on a busy device, or starved; the estimate is
 *       L / base latency
 * </ol>
 *
 * Worked numbers: depths 32 and 1 on that array, unmanaged: 970 and 30, L = 32 and 1, nothing
 * remembered: both CENSORED, and fair shares are what the manager wants. The deep one limited at
 * 515: it stands at its limit; the shallow one alone can do 300: X = 300, device relaxed,
 * remembered. The deep one's limit rises to 715: the shallow one now gets 285, 95 % of 300:
 * OBSERVED at 300, no flapping.
 *
 * <p><b>Limits.</b> How much of a queue's I/O a throttle of the kernel holds back is told beside
 * what it wants where counters show it, but not what it would do without its limit: at that it
 * wants "at least this". A queue that grows while it is starved, together with all its neighbours,
 * is found when its memory is no longer fresh. <b>Watch</b> {@code oasis.agent.queues} by quality:
 * CENSORED without limits and without saturation cannot be.
 */
@NullMarked
package io.oasis.agent.analyse;

import org.jspecify.annotations.NullMarked;
