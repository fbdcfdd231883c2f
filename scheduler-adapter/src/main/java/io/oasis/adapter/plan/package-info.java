/**
 * What to write, and what to make of what is there: pure, time is handed in.
 *
 * <p>{@link io.oasis.adapter.plan.AdapterCore} takes one {@link io.oasis.adapter.plan.Input} at a
 * time and says with {@link io.oasis.adapter.plan.Effect}s what the shell shall do. Five laws hold
 * after every input:
 *
 * <ul>
 *   <li><b>Fence.</b> A setting or renewal counts only when it names this adapter, its present
 *       session and a version newer than any seen of its queue. A session ends when the adapter
 *       restarts, when a lease runs out and when everything was let go; so what was late, replayed
 *       or compacted changes nothing, and no clock is compared with another.
 *   <li><b>Lease.</b> No limit stays longer than its domain's lease after the last setting or
 *       renewal, counted on this host's monotonic clock.
 *   <li><b>Split.</b> A limit over reads and writes becomes whole numbers for each direction. 1,000
 *       IOPS at a read share of 0.7 are 700 and 300. Where both directions are used, the parts
 *       follow the ratio of what passes, and each is lent a surplus for its bursts, the quieter one
 *       more: 745 and 364. At a share of 1 they are 1,000 and 500, because a direction that is not
 *       used may begin with half of the limit, or a reader that turns to writing would be held to a
 *       handful. What passes beyond the limit is taken back from both over the next seconds.
 *   <li><b>Grain.</b> What a target cannot hold as it is goes up to what it can, never down and
 *       never refused, but for an operator's cap; what could not be done is said: {@link
 *       io.oasis.adapter.plan.Rounding}.
 *   <li><b>Foreign writes win.</b> A value that is not ours ends enforcement on that place until
 *       the manager sends a setting without a limit, which is how an operator's demotion arrives.
 * </ul>
 *
 * <p><b>Verification.</b> For each part of the throttle the core compares what passed over at least
 * 3 s with what the limit, integrated over the same time, allowed. Limits that change every second
 * are therefore measured correctly. 0.9 to 1.05: VERIFIED (the limit binds and holds). Above 1.1:
 * VIOLATED, above 2: INERT. In between and below: WRITTEN, it is there and nothing tested it.
 */
@NullMarked
package io.oasis.adapter.plan;

import org.jspecify.annotations.NullMarked;
