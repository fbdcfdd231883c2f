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
 * s from one completion to the next, 1 / the most it is known to carry:
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
 *       was waited than what is ahead could take, as others wait behind a burst, there were fewer
 *       of theirs; and for what a device serves at the same time, device / s - 1 of them, nobody
 *       waits
 *   <li><b>limit</b>: below the agent's counters (an array, SPDK, QEMU, a brick): what R exceeds
 *       the response r in the domain. A limit lets I/O in at moments of its own, so it finds what
 *       is there on average (PASTA): what other queues find, and besides, of a closed loop, the one
 *       that comes only when its predecessor is back and so never meets it, half served. Of n that
 *       take turns behind a limit they do not use up r follows from 1 / X; where all are used up,
 *       they come as even streams. Which of the two it is some intervals tell, not one: counts are
 *       whole, and a limit of 340 that lets in 334 is not used up by 331.5. Above the counters (the
 *       kernel's throttle): a closed loop keeps n outstanding and thinks of each for as long as it
 *       did without a limit, z; n / X - z - R is held (Little), which nobody measures: an estimate,
 *       on top of R
 *   <li><b>unexplained</b>: the rest
 * </ul>
 *
 * <p><b>Worked numbers.</b> Depths 32 and 1 on a FIFO array of 1,000 IOPS: R = 33 ms for both. The
 * shallow one: device 1 ms, neighbours 32. The deep one: device 1, its own 31, neighbours 1.
 * Limited to 500 by the kernel with R = 3 ms, n / X = 64 ms: 61 ms are our limit. Bursts of 16 at
 * 330 per second, alone: R = 8.5 ms, X R = 2.8, u = 0.33, so 8.5 while there are any: device 1, its
 * own 7.5, though on average there are only 1.8 others. Depth 1 and an array's limit of 350 to a
 * depth of 16, 1,000 in all: R = 1.54 ms for the one; it finds 0.54 of the other's I/O, which finds
 * 1 of its, half served, and 0.54 more: r = 2.04 ms of its 45.7 are not our limit.
 *
 * <p><b>Limits.</b> The kernel tells latency by device, not by queue: queues that share a LUN and
 * are served at different speeds have each other's. An open loop has no depth to go by: what is
 * held back above the counters shows as what its depth was before. Device time is that of the usual
 * I/O: a change of size shows as unexplained until the agent has learned it. How thinking and
 * phases are distributed nobody measures: thinking is taken for exponential, phases for random, and
 * shallow queues that use up an array's limit may be told wrong by half their latency.
 */
@NullMarked
package io.oasis.manager.core.receipt;

import org.jspecify.annotations.NullMarked;
