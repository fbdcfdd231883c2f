/**
 * How large accesses, quanta and cache partitions must be so that workloads that share a disk keep
 * the part R of the efficiency each has alone (Wachs et al., Argon, sections 3.3 to 3.5).
 *
 * <p><b>Problem.</b> Fair shares of a disk that spends its time on the way from one workload's data
 * to another's are fair shares of little.
 *
 * <p><b>Model.</b> A disk is its average and its longest seek, its rotation and its streaming rate.
 * A stream is read in large accesses; of other workloads the depth, the time per request at some
 * depths and the hit ratio by cache size are known, from a trial. Each workload has the disk to
 * itself for a slice of every round, long as its weight says, and a partition of the cache to
 * itself.
 *
 * <p><b>Law.</b> Positioning takes {@code P = T_seek + T_rot / 2}. An access must transfer for
 * {@code P R / (1 - R)}. A quantum that loses {@code L}, however long it is, must last {@code L /
 * (1 - R)}; for a stream L is P and a piece of an access, for the others the draining of its queue
 * and, where slices end by the clock, the rest too short for a request. With the whole cache a
 * request takes {@code S}; the partition is the smallest with which it takes at most {@code S / R}.
 * A workload that has hits loses by both, so each may cost it the root of R. Whoever came first has
 * what it needs first; who then lacks something is told what, and what it can reach. The cache that
 * is left over is divided evenly.
 *
 * <p><b>Worked.</b> The Barracuda of Argon's Table 1 turns in 8.33 ms, seeks in 8.2 ms, so P is
 * 12.4 ms and with pieces of 128 KiB, 1 ms each, a stream's quantum at R = 0.9 is 135 ms. The
 * paper's was 140 ms: the 8 MB it read ahead take 127 ms at 63 MB/s, and 12.4 ms to get there.
 *
 * <p><b>Limits.</b> The bound on quanta is one of mean service times. It is far from what is
 * reached where a deep queue makes requests much shorter, because it takes the straight line
 * between the depths that were measured: measure more of them. Writes of what is no stream are
 * taken for reads, of which less is expected with little cache than comes out.
 */
@NullMarked
package io.oasis.manager.planners.insulation;

import org.jspecify.annotations.NullMarked;
