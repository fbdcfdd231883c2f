/**
 * Child processes: services run beside each other, each in a JVM of its own.
 *
 * <p>A child watches the pipe that is its standard input. The pipe closes when the parent ends in
 * whatever way, {@code kill -9} included, and the child then ends in its orderly way. So nothing is
 * orphaned, without a process that has to outlive all others.
 */
@NullMarked
package io.oasis.distribution.process;

import org.jspecify.annotations.NullMarked;
