/**
 * What insulation has to know of a disk, measured by a few reads.
 *
 * <p><b>Law.</b> Reads of 4 KiB anywhere take a seek of average length, half a turn and next to
 * nothing for the transfer; reads at both ends in turn take the longest seek instead; what is left
 * of a read's time after the other is streaming. A turn cannot be told from a seek without knowing
 * where the heads are, and nobody asks for it apart: half of it stays in both seeks and the
 * rotation is given as 0, which makes the same positioning times.
 *
 * <p><b>Worked.</b> A disk that turns in 8.3 ms and seeks for 8 and 17 ms gives seeks of 12.2 and
 * 21.2 ms and a rotation of 0.
 *
 * <p><b>Limits.</b> The disk's own cache answers what it has read before, so nothing is read twice;
 * a volume of an array, or a file with holes, answers as it likes. Where something else uses the
 * disk meanwhile, it is measured too.
 */
@NullMarked
package io.oasis.distribution.probe;

import org.jspecify.annotations.NullMarked;
