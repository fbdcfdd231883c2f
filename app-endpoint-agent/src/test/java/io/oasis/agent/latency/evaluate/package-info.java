/**
 * How often latency detectors are wrong and how late they are. {@code DetectorReport} writes the
 * page in {@code docs/}.
 */
@NullMarked
package io.oasis.agent.latency.evaluate;

import org.jspecify.annotations.NullMarked;
