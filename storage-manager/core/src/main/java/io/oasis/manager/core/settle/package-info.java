/**
 * From what is to what should be: damped steps, and the rules that keep allocations calm.
 *
 * <p><b>Law of a step</b> from x to x' towards the target T: every x'_i lies between x_i (cut back
 * to what the capacity allows today) and T_i, and the sum of {@code w log x} does not fall. A step
 * that moves all queues by the same fraction of their way keeps it, because that sum is concave and
 * T is its maximum; whatever deviates (dead band, dwell) is checked and given up when it breaks the
 * law.
 *
 * <p><b>Worked numbers.</b> Two queues at 975 and 42 of 1,017, target 508 each, gain 2/3, slew 35 %
 * of capacity = 356: the gap of 467 would move 311, so 975, 664, 560, 526: within 5 % of the target
 * after three steps. Both are then closer than 6 %, and the fourth goes all the way: 508.
 *
 * <p><b>Probe.</b> Limits exceed allocations by 3 %, and all allocations the capacity by 1 %, so
 * that usage can show that more is possible. What that takes from a saturated device is taken from
 * whoever presses least. An application with one I/O outstanding that was once content with 305 of
 * 1,000 is given 321; its neighbour, with 32 outstanding, has 688 and a limit of 709, so 291 to 306
 * are left: all it ever gets, and what it seems to want. {@link io.oasis.manager.core.settle.Probe}
 * lets the limits of those who press fall to 0.98 of their allocations for two intervals of forty:
 * 674, and whoever wants more than 321 now stands at its limit. No allocation moves by it.
 *
 * <p><b>What to watch</b>: reversals per ten minutes (sign changes of moves beyond the dead band)
 * and pushes per hour; both are in the domain's view.
 */
@NullMarked
package io.oasis.manager.core.settle;

import org.jspecify.annotations.NullMarked;
