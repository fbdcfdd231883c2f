package io.oasis.adapter.plan;

import java.time.Duration;
import java.time.Instant;

/**
 * The time an input is taken.
 *
 * @param monotonic never goes back, stands for nothing; leases count on it
 * @param wall what messages are stamped with; nothing is decided by it
 */
public record Now(Duration monotonic, Instant wall) {}
