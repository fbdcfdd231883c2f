package io.oasis.agent.sample;

import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;

/** What one application did to one LUN in an interval. */
public record QueueActivity(QueueId queue, QueueSample sample) {}
