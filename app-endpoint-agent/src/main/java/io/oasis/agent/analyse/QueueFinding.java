package io.oasis.agent.analyse;

import io.oasis.protocol.Demand;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;

/**
 * What is known of a queue after an interval.
 *
 * @param first whether this is the first interval that the queue is reported
 */
public record QueueFinding(QueueId queue, QueueSample sample, Demand demand, boolean first) {}
