/**
 * Shows on a real device who gets what: mixes of applications, beside each other under no limits,
 * limits by hand, the kernel's own scheduler, and Oasis.
 */
@NullMarked
package io.oasis.proving.fairness;

import org.jspecify.annotations.NullMarked;
