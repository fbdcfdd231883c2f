package io.oasis.manager.core.contract;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostStanding;
import io.oasis.protocol.Version;
import java.util.List;
import java.util.Optional;

/**
 * What a controller keeps of its domain across a restart, besides its queues.
 *
 * @param hosts what their names count for; absent while all of it is new
 */
public record DomainHeader(
    DomainId domain,
    Version version,
    GuardRails rails,
    CapacityMemory capacity,
    Optional<List<HostStanding>> hosts) {}
