/**
 * Enforcing does no harm, or it ends itself; where a capacity is shared out, by {@code capacity} or
 * {@code oasis}. The law that asks, the default, judges each of its limits by itself. Pure.
 *
 * <p><b>Problem.</b> Limits can make things worse: a throttle that delays what it should let pass,
 * a capacity that was learned wrongly, a tenant whose bursts do not fit its limit. But tenants also
 * do less, or wait longer, for reasons of their own, and no figure taken while limits are in force
 * tells the two apart: a tenant that is slowed down looks like one that wants less.
 *
 * <p><b>Law.</b> {@link io.oasis.manager.core.harm.HarmGuard} learns each tenant's throughput and
 * latencies while nothing is enforced (SHADOW, OBSERVE), for 60 intervals at least. With limits in
 * force it compares windows of 30 intervals with that: the throughput of all (of known tenants that
 * were active, with I/O of the kind they had), and the p99 latency of each tenant from which
 * nothing is taken and that does about what it did. Two windows in a row that are worse than the
 * {@link io.oasis.protocol.HarmRail} allows are a suspicion, nothing more. A suspicion is put on
 * trial: limits are let go and put back in turn, for 14, 14, 22, 18, 10, 11, 25, 13 and 16
 * intervals. Limits were the cause when throughput is better each time without them and worse each
 * time with them, by half of what the rail allows; or when a tenant's slow intervals fall on those
 * with limits more than chance would have it once in a thousand trials ({@link
 * io.oasis.manager.core.harm.TailEvidence}; a tail that shows rarely takes a second round). Then
 * the domain is demoted to SHADOW, for good: only an operator enforces again. As soon as it is not
 * so, limits are put back at what they were, what was seen without them is the new baseline, and
 * nobody is put on trial for 600 intervals, then 1,200, up to 9,600. So the guard can end
 * enforcement once and never toggles it.
 *
 * <p><b>Worked numbers.</b> 1,000 IOPS in SHADOW, 545 with limits, a rail of 20 %: suspected after
 * 90 intervals (30 for the limits to come into force, two windows). In turn 1,031, 528, 1,031, 529
 * and so on: demoted after 233. A device that lost half of its speed: 515 with limits and 515
 * without: cleared after 14.
 *
 * <p><b>Limits.</b> Agents tell the mean latency of an interval, so a p99 is one of interval means,
 * weighted by I/Os; where a kernel's throttle holds I/O back above the device's counters, its delay
 * shows as lost throughput only. A baseline is not kept across a restart of the manager: until the
 * domain was in SHADOW again there is none, and nothing is judged. While limits are let go nobody
 * is protected. A tenant whose own rhythm fits the trial nine times would be mistaken for harm.
 */
@NullMarked
package io.oasis.manager.core.harm;

import org.jspecify.annotations.NullMarked;
