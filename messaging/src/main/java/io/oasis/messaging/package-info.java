/** Kafka plumbing shared by the agent and the adapter. */
@NullMarked
package io.oasis.messaging;

import org.jspecify.annotations.NullMarked;
