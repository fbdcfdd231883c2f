/**
 * Where the bytes are: memory, or a file.
 *
 * <p>A volume is safe for any number of threads. Two operations on overlapping ranges that run at
 * the same time may take effect in any order and, beyond a block, interleaved; that is what NBD and
 * disks promise. What {@link io.oasis.brick.volume.Volume#flush} has returned after survives a kill
 * of the process and, where the device below keeps its word, a power cut.
 */
@NullMarked
package io.oasis.brick.volume;

import org.jspecify.annotations.NullMarked;
