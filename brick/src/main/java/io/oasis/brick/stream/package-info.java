/**
 * Large accesses where applications make small ones.
 *
 * <p><b>Problem.</b> A disk that changes between applications pays the way to each one's data. A
 * stream that is read 64 KiB at a time has its disk at work for 1 ms of 13.
 *
 * <p><b>Model.</b> {@link io.oasis.brick.stream.Streams} watches one session's reads, tells the
 * sequential ones from the others and says what to read ahead; {@link io.oasis.brick.stream.Run}
 * finds the neighbours of a dirty block that are to be written with it. Neither reads or writes
 * anything. How large an access has to be is for a planner to say.
 *
 * <p><b>Worked.</b> Reads of 64 KiB and accesses of 8 MB: the fifth read in sequence has 320 KiB
 * read ahead, what has been read doubles that, and after 16 MB the stream is two accesses ahead at
 * most and one at least. Read-ahead goes to the disk in pieces of {@link
 * io.oasis.brick.stream.Streams#PIECE_BYTES}, so the first read is answered long before the whole
 * access is there, and a time slice ends within a piece, not within an access.
 *
 * <p><b>Limits.</b> A stream that ends early has up to two accesses read for nothing. Sixteen
 * streams per session are told apart; each needs room for two accesses, or its blocks go before
 * they are read.
 */
@NullMarked
package io.oasis.brick.stream;

import org.jspecify.annotations.NullMarked;
