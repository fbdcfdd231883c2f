package io.oasis.manager.core.contract;

import io.oasis.protocol.QueueId;
import java.util.Optional;

/**
 * What a controller keeps of a queue across a restart.
 *
 * @param allocation cost per second it had; absent when it was not limited
 * @param meanBytes mean size of its I/O
 * @param readShare part of its cost that is reads
 */
public record QueueMemory(
    QueueId queue, Optional<Double> allocation, double meanBytes, double readShare) {}
