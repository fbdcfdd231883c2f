/**
 * QEMU and qemu-storage-daemon, through the QEMU Machine Protocol.
 *
 * <p>Two things of QEMU throttle. A node of the driver {@code throttle} is held by the limits of
 * its throttle group, an object that many nodes can share; a guest's drive may hold limits itself,
 * shared by name in the same way. {@link io.oasis.adapter.targets.qmp.QmpTarget} limits one node or
 * drive: where its group is shared, or allows bursts, it moves it to a group of its own and back.
 *
 * <p>What to know of QEMU (measured with 7.2): setting limits, though they are the same, fills the
 * group's bucket, which lets a tenth of a second's worth pass at once; so nothing is sent that is
 * in force already. Reads of holes never reach a throttle under an NBD export. A monitor serves one
 * client at a time, so a connection lasts for one operation.
 */
@NullMarked
package io.oasis.adapter.targets.qmp;

import org.jspecify.annotations.NullMarked;
