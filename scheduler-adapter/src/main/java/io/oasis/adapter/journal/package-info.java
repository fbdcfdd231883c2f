/**
 * What was there before we wrote, on disk, so that it can come back whatever dies.
 *
 * <p>Law: nothing is written to a place before the journal, forced to the disk, says what was there
 * and what is about to be written. Whoever restores (an adapter that starts, the kill switch, the
 * guardian script) reads the same file, puts back what still holds our value, and then removes the
 * file; an adapter that finds its file gone has lost its lease.
 *
 * <p>The file is text, a line per entry, words parted by one space, so that a shell script can read
 * it:
 *
 * <pre>
 * oasis-journal 1 GENERATION
 * V EPOCH SEQUENCE DOMAIN                            highest version seen of a domain
 * B ID KIND INODE DEVICE GENERATION OBJECT RI WI RB WB I B W S R N   before the first write to a place
 * W ID RI WI RB WB I B W S R N                       about to be written there
 * E ID                                               restored, or gone
 * C INODE DEVICE GENERATION OBJECT KIND             somebody else wrote over our limit there
 * </pre>
 *
 * <p>RI, WI, RB, WB, I and B are reads, writes, bytes read, bytes written, I/Os and bytes per
 * second, W is a weight, S a share and R a reserve, 0 for none, and N the number in a device's
 * file; DEVICE is MAJ:MIN and OBJECT a directory, but for a brick and for a device's file. Bytes of
 * names other than letters, digits and {@code / . _ - : @} are written as {@code %XX}. A last line
 * without a line end was torn by a crash: what it announced was not done, it is ignored.
 */
@NullMarked
package io.oasis.adapter.journal;

import org.jspecify.annotations.NullMarked;
