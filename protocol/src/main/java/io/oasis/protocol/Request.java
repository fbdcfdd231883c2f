package io.oasis.protocol;

import java.util.Optional;

/**
 * What an agent says of one queue: what it measured and what the application wants. Travels in a
 * {@link RequestBatch}, which names the LUN.
 *
 * @param requested the bandwidth that the paper's two conditions ask for (OASIS, section 3.3.1);
 *     absent when neither holds
 * @param latency the latency it asks to have back; absent when it has not shifted
 */
public record Request(
    ApplicationId application,
    QueueSample sample,
    Demand demand,
    Optional<Bandwidth> requested,
    Optional<LatencyShift> latency) {}
