/**
 * What runs in containers: Kafka of three brokers that are lost one by one, and the images as
 * compose.yaml starts them. {@link Engine} says who runs them.
 */
@NullMarked
package io.oasis.containers;

import org.jspecify.annotations.NullMarked;
