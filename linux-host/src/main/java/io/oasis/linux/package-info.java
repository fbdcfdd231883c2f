/**
 * What a Linux host knows about block devices, cgroups and their I/O.
 *
 * <p>Everything is read below a {@link io.oasis.linux.HostRoot}, so that a recorded tree does for a
 * host. Devices, cgroups and files may vanish or appear at any moment: that is an empty answer,
 * never an exception. Nothing here writes, but {@link io.oasis.linux.ThrottleAccounting}, which
 * says why it must.
 *
 * <p><b>What the counters mean.</b> {@code /proc/diskstats} counts requests after merging and knows
 * latency, for a whole device. The counters of a cgroup count bios when they enter the block layer
 * of a device and know no latency. On cgroup v1 {@code blkio.throttle.*} belongs to the one cgroup
 * and excludes its children; on v2 {@code io.stat} includes them. An I/O that passes through
 * stacked devices (a loop device on a disk) is counted once on each of them.
 *
 * <p><b>Cost.</b> Counter files stay open and are read again from their beginning into one buffer:
 * some 4 microseconds a file. The list of cgroups is walked only when the kernel's count of cgroups
 * changed or one was found gone, and every ten seconds.
 */
@NullMarked
package io.oasis.linux;

import org.jspecify.annotations.NullMarked;
