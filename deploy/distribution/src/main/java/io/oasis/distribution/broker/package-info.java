/** A real single-node Kafka broker, small enough to run beside everything else. */
@NullMarked
package io.oasis.distribution.broker;

import org.jspecify.annotations.NullMarked;
