/**
 * Recorded I/O as a workload: a CSV of our own, fio's I/O log of version 3, blkparse's text.
 *
 * <p>The CSV has the header {@code seconds,op,offset,bytes}; op is {@code read} or {@code write},
 * seconds grow from 0. Of fio's log the lines {@code MILLIS FILE read|write OFFSET LENGTH} count,
 * of blkparse's those of action {@code Q} (queued): {@code 8,0 1 1 0.000000000 1234 Q R 12345 + 8}.
 * Times count from the first I/O.
 */
@NullMarked
package io.oasis.lab.trace;

import org.jspecify.annotations.NullMarked;
