/**
 * Where each queue's latency comes from, by the minute. Pure.
 *
 * <p><b>Problem.</b> An application waits 33 ms for an I/O. Is the device slow, are its neighbours
 * in the way, does our limit hold it back, or is it waiting for itself? Whoever looks after storage
 * asks that first, and the counters have one number for it.
 *
 * <p><b>Law.</b> The parts of a {@link io.oasis.manager.core.receipt.Receipt} add up to its total,
 * and the total is what the agent measured, but for what a limit holds back above the agent's
 * counters. Per I/O of a queue with X completions per second and latency R, on a domain that takes
 * s from one completion to the next, 1 / capacity:
 *
 * <ul>
 *   <li><b>device</b>: what an I/O takes when about one at a time is in the whole domain; while
 *       that never was so, the least that the agent knows of its LUN, and s at most
 *   <li><b>application</b>: s for each I/O of its own that one finds ahead. X R are there on
 *       average (Little), X R / u while there are any, u being the part of the time in which its
 *       LUN has any in flight. An I/O finds the latter, less itself: exact for a closed loop (u =
 *       1), for arrivals at random (the mean of all time), and for bursts, which find the burst
 *   <li><b>neighbours</b>: s for each I/O of others, of which there are those of all queues less
 *       its own X R; up to the sum of theirs while they have any, since bursts may meet. Where less
 *       was waited than what is ahead could take, because a device serves several at once or others
 *       wait behind a burst, both parts shrink alike
 *   <li><b>cap</b>: below the agent's counters (an array, SPDK, QEMU, a brick): what R exceeds the
 *       response of the queues that no limit holds back. Above them (the kernel's throttle): a
 *       closed loop keeps outstanding what it had without a limit, n; n / X - R of it is held
 *       (Little), which nobody measures: an estimate, on top of R
 *   <li><b>unexplained</b>: the rest
 * </ul>
 *
 * <p><b>Worked numbers.</b> Depths 32 and 1 on a FIFO array of 1,000 IOPS: R = 33 ms for both. The
 * shallow one: device 1 ms, neighbours 32. The deep one: device 1, its own 31, neighbours 1.
 * Limited to 500 by the kernel with R = 3 ms, n / X = 64 ms: 61 ms are our cap. Bursts of 16 at 330
 * per second, alone: R = 8.5 ms, X R = 2.8, u = 0.33, so 8.5 while there are any: device 1, its own
 * 7.5, though on average there are only 1.8 others.
 *
 * <p><b>Limits.</b> The kernel tells latency by device, not by queue: queues that share a LUN and
 * are served at different speeds have each other's. An open loop has no depth to go by: what is
 * held back above the counters shows as what its depth was before. Device time is that of the usual
 * I/O: a change of size shows as unexplained until the agent has learned it.
 */
@NullMarked
package io.oasis.manager.core.receipt;

import org.jspecify.annotations.NullMarked;
