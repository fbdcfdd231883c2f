/**
 * Space, the third commodity: who may have how much of what a domain has to give. Pure.
 *
 * <p><b>Problem.</b> The paper names space beside bandwidth and latency (OASIS, section 3.2) and
 * says no more of it. It is a resource of a fixed quantity, so a shortage is seen by counting
 * (section 3.4). What is free below a LUN - in a thin pool, a volume group, an array - no host
 * sees: the operator says it.
 *
 * <p><b>Law.</b> One who asks has f free and asks for a more, so that f + a is what it wishes to
 * have free. All fits: all get what they ask. Else each gets what brings it to the same part of its
 * wish, and who has that part already gets nothing: no other division leaves the worst off with a
 * larger part. Where requests come from growth all wish to last equally long, so the part is a part
 * of that time, and he who would be full first lasts for as long as can be. Nobody gets more than
 * it asks, all together no more than there is, and nobody gets less where there is more to give.
 *
 * <p><b>Worked numbers.</b> 60 to give. One has 0 and asks 100, another 50 and asks 50: at the part
 * p they have 100 p each, 110 = 200 p, p = 0.55: 55 for the first, 5 for the second. With 40 the
 * first gets all: it comes to 0.4, where the second has 0.5.
 *
 * <p><b>Limits.</b> An answer is no reservation: nothing is resized, and what is given stays to be
 * given until the operator says a smaller figure. A file system that several hosts mount asks once
 * for each of them.
 */
@NullMarked
package io.oasis.manager.core.space;

import org.jspecify.annotations.NullMarked;
