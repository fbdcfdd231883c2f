package io.oasis.manager.server.stream;

import java.time.Instant;

/**
 * Whether the manager decides, for health and metrics.
 *
 * @param deciding whether records are taken and decided upon
 * @param reason why not, in words; what it does otherwise
 * @param since when it is so
 */
public record StreamsStatus(boolean deciding, String reason, Instant since) {}
