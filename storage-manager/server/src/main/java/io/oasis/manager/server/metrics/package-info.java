/** Prometheus metrics and health. */
@NullMarked
package io.oasis.manager.server.metrics;

import org.jspecify.annotations.NullMarked;
