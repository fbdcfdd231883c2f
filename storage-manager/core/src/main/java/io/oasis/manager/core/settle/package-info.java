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
 * of capacity = 356: the gap of 467 would move 311, so 975, 664, 560, 526, 514, 508: within 5 % of
 * the target after three steps.
 *
 * <p><b>What to watch</b>: reversals per ten minutes (sign changes of moves beyond the dead band)
 * and pushes per hour; both are in the domain's view.
 */
@NullMarked
package io.oasis.manager.core.settle;

import org.jspecify.annotations.NullMarked;
