package io.oasis.manager.core.contract;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Version;

/** What a controller keeps of its domain across a restart, besides its queues. */
public record DomainHeader(
    DomainId domain, Version version, GuardRails rails, CapacityMemory capacity) {}
