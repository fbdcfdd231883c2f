/** What Prometheus reads of a plain service, and where. Knows neither Kafka nor Spring. */
@NullMarked
package io.oasis.metrics;

import org.jspecify.annotations.NullMarked;
