/**
 * First stage: from counters to what each application did to each LUN in an interval.
 *
 * <p><b>Problem.</b> Counters grow, wrap at 32 bits, start again, come and go with their device or
 * cgroup, count an I/O once on each stacked device, and know latency only for a whole device.
 *
 * <p><b>Law.</b> {@link io.oasis.agent.sample.Sampler} compares two readings and nothing else. A
 * counter that went down was wrapped (32-bit fields) or reset (then the device's interval is left
 * out). A device of another generation or a device that is new has no interval yet; a cgroup that
 * is new starts at zero. What a cgroup did includes its children on v2, so the children's part is
 * taken off. I/O that a stacked device (dm, md, a loop device on a disk) passes down is taken off
 * the device below: each I/O belongs to the highest LUN that it went through. What no cgroup but
 * the root did is the queue {@code unattributed}. What waits behind limits follows from the same
 * counters, see {@link io.oasis.agent.sample.Held}; on v2, which counts behind the throttle, from
 * what processes ask for, see {@link io.oasis.agent.sample.HeldByBytes}.
 *
 * <p><b>Worked numbers.</b> A disk did 1,000 reads of 4 KiB in one second, its {@code
 * time_in_queue} grew by 8,000 ms: 1,000 completions/s, 8 outstanding, 8 ms mean. The cgroups a and
 * b have 700 and 250 of the reads, so 50/s are unattributed; a has 700/s x 8 ms = 5.6 outstanding
 * (Little).
 *
 * <p><b>Limits.</b> A queue's latency is its LUN's: on a device that serves some of its users
 * faster than others that is wrong for all of them. Bios of a cgroup are counted before they are
 * merged or split, so many small sequential ones count more often than the device's requests;
 * unattributed I/O is therefore measured in bytes.
 */
@NullMarked
package io.oasis.agent.sample;

import org.jspecify.annotations.NullMarked;
