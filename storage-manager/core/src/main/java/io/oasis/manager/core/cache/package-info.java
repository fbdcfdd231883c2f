/**
 * Who gets how much of a cache.
 *
 * <p><b>Problem.</b> A request for lower latency becomes a request for cache (OASIS, section
 * 3.4.2): the primary thing that a storage subsystem can do about latency is to answer more reads
 * from memory. How much cache a hit ratio takes is not known beforehand and changes with the
 * workload.
 *
 * <p><b>Model.</b> For each partition a curve F from cache size to hit ratio: either made of what
 * was measured at the sizes the partition has had ({@link
 * io.oasis.manager.core.cache.HitRatioHistory}), or given by a target that samples its references.
 * With a share h of hits at latency L_h and misses at L_m the mean is {@code h L_h + (1 - h) L_m};
 * so the hit ratio for a wanted mean follows from today's mean and hit ratio ({@link
 * io.oasis.manager.core.cache.LatencyNeed}), and F gives the cache for it.
 *
 * <p><b>Law.</b> Three policies compute sizes, one file each. {@code oasis} is the paper's
 * Algorithm 2: what is not available is revoked from the others in proportion to what they have,
 * damped (section 3.4.3). {@code proportional-fair}, the default, maximises the sum of {@code w
 * log(hit ratio)}: since the logarithm turns factors into constants, neither I/O rates nor the cost
 * of a miss tilt it, and one percent more hits of one application is worth one percent of
 * another's. {@code largest-gain} maximises the time saved per second, {@code accesses x hit ratio
 * x miss cost}, and lets the small starve.
 *
 * <p>Curves are staircases: a loop is worth nothing until all of it fits. So both optima are found
 * over whole curves ({@link io.oasis.manager.core.cache.BestSplit}), never by slopes.
 *
 * <p><b>Worked (Fig. 5).</b> 150 MB, two partitions with F = size / 100 MB, the first has 80 MB.
 * The second asks for its initial 80: 70 are available, 10 are revoked: 70 and 80. The first, used
 * to 80, wants it back: 10 missing, its ratio of allocation to demand is 70/80, so 10 (1 - 70/80) =
 * 1.25 are granted and revoked from the second: 71.25 and 78.75. Then 0.96, 0.76, ...; around 75
 * each grant is 25/80 = 0.3 MB.
 *
 * <p><b>Limits.</b> Of a size never had, history knows nothing but the slope of its last piece. A
 * partition that cannot be helped by any size that fits gets what nobody else can use.
 */
@NullMarked
package io.oasis.manager.core.cache;

import org.jspecify.annotations.NullMarked;
