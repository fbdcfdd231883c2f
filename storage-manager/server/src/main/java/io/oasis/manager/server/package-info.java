/** The service around the decisions: Kafka, REST, dashboard, metrics. */
@NullMarked
package io.oasis.manager.server;

import org.jspecify.annotations.NullMarked;
