/**
 * Chaos: the real processes on a real block device under load, and everything done to them that a
 * bad day may bring, by a seed.
 *
 * <p>What is done: {@link io.oasis.proving.chaos.Trouble}. Services reach the broker each by a
 * {@link io.oasis.proving.chaos.Link} of its own, which passes bytes on at once, late and slowly,
 * or holds them until it is mended, as a network does whose packets are sent again until they get
 * through. That needs no network namespace, no module of the kernel and no root, and cuts one
 * service off while the others go on. Managers, adapter and agent have a wall clock of their own
 * each ({@link io.oasis.proving.chaos.WallClock}), which is set ahead by an hour and back; the
 * machine's, the broker's and all monotonic clocks stay as they are.
 *
 * <p>What must hold: {@link io.oasis.proving.chaos.ChaosReport}. A limit in the kernel is watched
 * fifty times a second beside the managers' words as they arrive; see {@link
 * io.oasis.proving.chaos.LeaseWatch}. Where the watch cannot know what an adapter heard, it takes
 * what is worse for Oasis: once an adapter is stopped or cut off, it has heard nothing since.
 */
@NullMarked
package io.oasis.proving.chaos;

import org.jspecify.annotations.NullMarked;
