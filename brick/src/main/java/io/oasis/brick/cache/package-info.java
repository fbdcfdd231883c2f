/**
 * A read cache with a partition per application, written through or, by choice, back.
 *
 * <p><b>Law.</b> A read returns what was written last, wherever it is. What a flush has returned
 * after is on the volume below. A partition never holds more than its size, also while it is being
 * made smaller, and what one application reads never pushes out what another one has: each evicts
 * its own least recently used block.
 *
 * <p><b>How races end.</b> A block that is being written through is not in the cache meanwhile, and
 * enters afterwards only if nobody else wrote it at the same time; so the cache cannot keep another
 * order than the volume did. A block read from the volume enters only if no write began or ended
 * since. Both are seen from a counter per stripe of blocks. A dirty block that is being put on the
 * volume is marked, and writes of it wait.
 *
 * <p><b>Where it stands.</b> Above the discipline: a hit costs the device nothing and is not
 * scheduled. A miss is scheduled like any I/O. So is what is read ahead, and what is put down
 * because more than a quarter of a partition is dirty: both in the application's name. What a flush
 * puts down goes round the discipline. Dirty neighbours are put down together.
 *
 * <p>Source: Argon, sections 4.2 and 4.3 (coalescing, partitions), OASIS, section 3.4.2 (cache as a
 * resource).
 */
@NullMarked
package io.oasis.brick.cache;

import org.jspecify.annotations.NullMarked;
