/**
 * What every target must keep, as checks that run in the tests and, by {@code oasis doctor
 * --contract}, on a living target.
 */
@NullMarked
package io.oasis.adapter.targets.contract;

import org.jspecify.annotations.NullMarked;
