/**
 * The schedulers an adapter drives, behind one small interface.
 *
 * <p>{@link io.oasis.adapter.targets.Target} is the contract; the checks of {@link
 * io.oasis.adapter.targets.contract} hold for every implementation, the in-memory one of the tests
 * included. {@link io.oasis.adapter.targets.CgroupV1} drives {@code blkio.throttle.*}, {@link
 * io.oasis.adapter.targets.CgroupV2} drives {@code io.max}, {@link
 * io.oasis.adapter.targets.BrickTarget} a brick, {@link io.oasis.adapter.targets.qmp.QmpTarget}
 * QEMU, {@link io.oasis.adapter.targets.spdk.SpdkTarget} SPDK.
 */
@NullMarked
package io.oasis.adapter.targets;

import org.jspecify.annotations.NullMarked;
