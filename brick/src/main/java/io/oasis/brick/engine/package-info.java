/**
 * Brings a discipline, its clock and the threads that do the I/O together; one engine per device.
 *
 * <p><b>Model.</b> One lock around one {@link io.oasis.brick.discipline.Discipline}. Whoever comes
 * with an I/O, or has done one, asks the discipline under the lock what goes next and then, without
 * the lock, does it: the connection's own thread does its own I/O when the volume answers at memory
 * speed, so an I/O that nothing holds back never changes threads. What a thread frees for somebody
 * else, and all I/O to slow volumes, goes to worker threads. A timer thread sleeps until the
 * discipline says that time alone lets something go; nobody polls.
 *
 * <p>A device model stands between discipline and volume: what the discipline lets go enters the
 * model, and is done to the volume when the model says that the modelled device has done it.
 *
 * <p><b>Law.</b> An I/O that was submitted is performed and delivered exactly once, also when the
 * discipline or its parameters change in between: the new discipline gets what waited in the old
 * one, in order, and the number that is at the device.
 */
@NullMarked
package io.oasis.brick.engine;

import org.jspecify.annotations.NullMarked;
