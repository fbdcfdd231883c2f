package io.oasis.lab.subsystem;

import io.oasis.brick.device.DeviceRequest;
import org.jspecify.annotations.Nullable;

/**
 * What one disk is asked for.
 *
 * @param offset on that disk
 * @param whole the request that waits for it; null when it is read ahead
 */
record Part<R extends DeviceRequest>(
    boolean isWrite, long offset, int bytes, int disk, @Nullable R whole)
    implements DeviceRequest {}
