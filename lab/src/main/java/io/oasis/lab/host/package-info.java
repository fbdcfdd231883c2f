/**
 * A simulated host: applications, throttles, LUNs with the kernel's counters, and what is below.
 */
@NullMarked
package io.oasis.lab.host;

import org.jspecify.annotations.NullMarked;
