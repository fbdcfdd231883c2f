/**
 * The whole loop on a real kernel: services as processes, a block device of known capacity,
 * applications made of fio, PostgreSQL and a browser. What a test needs and does not find is said
 * and the test is skipped.
 *
 * <p>Times that are asserted are the promises of the design (so many sampling intervals, lease plus
 * one second), with the slack named beside them.
 */
@NullMarked
package io.oasis.it;

import org.jspecify.annotations.NullMarked;
