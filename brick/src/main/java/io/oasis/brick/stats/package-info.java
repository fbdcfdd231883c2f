/** What happened to the I/O of an application on a volume: counters and latency histograms. */
@NullMarked
package io.oasis.brick.stats;

import org.jspecify.annotations.NullMarked;
