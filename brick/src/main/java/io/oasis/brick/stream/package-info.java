/**
 * Large accesses where applications make small ones.
 *
 * <p><b>Problem.</b> A disk that changes between applications pays the way to each one's data. A
 * stream that is read 64 KiB at a time has its disk at work for 1 ms of 13.
 *
 * <p><b>Model.</b> {@link io.oasis.brick.stream.Run} finds the neighbours of a dirty block that are to
 * be written with it.
 */
@NullMarked
package io.oasis.brick.stream;

import org.jspecify.annotations.NullMarked;
