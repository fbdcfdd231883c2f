/**
 * Storage devices in virtual time: they say when a request would complete, and never wait.
 *
 * <p><b>Problem.</b> An allocator has to be shown on disks that nobody has any more, on devices
 * that change in mid-run, and thousands of times over. A model answers in nanoseconds of processor
 * time, and the same requests at the same times give the same completions.
 *
 * <p><b>Model.</b> Every device is a {@link io.oasis.brick.device.Device}: requests go in with the
 * time, {@code nextEventNanos} says when something happens next, {@code advance} moves there and
 * hands out what completed. Layers (elevator, cache) are devices over devices.
 *
 * <p><b>Worked numbers</b> for the 7,200 rpm disk {@code barracuda-36es2}: one rotation 8.33 ms; a
 * random 4 KiB read seeks 8.5 ms on average over the whole disk, waits half a rotation (4.17 ms),
 * and transfers 4 KiB in 0.11 ms: about 13 ms, 77 a second one at a time. Sorted by an elevator
 * among a dozen the seek falls to about 3.5 ms and the rate rises above 110.
 *
 * <p><b>Where the numbers come from</b>: one file, {@code disks.properties}, each with its source.
 * Nothing in it was fitted to a result; {@code DiskRatesTest} compares what comes out with what the
 * papers measured.
 *
 * <p><b>Limits.</b> No thermal recalibration, no remapped sectors, no vibration; a disk's own write
 * cache is off, as a storage server that promises durability has it.
 */
@NullMarked
package io.oasis.brick.device;

import org.jspecify.annotations.NullMarked;
