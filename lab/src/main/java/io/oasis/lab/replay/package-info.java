/**
 * Decisions run again: a recording holds every input of a controller with its time, and every
 * decision it told.
 *
 * <p>Law: the controller is a function of its inputs and their times, so the same policy gives the
 * same decisions bit for bit. With another policy the inputs stay what they were: what would have
 * been decided is shown, not what applications would have done then.
 *
 * <p>The file is text, a line per entry, words parted by one space:
 *
 * <pre>
 * oasis-recording 2
 * start NANOS oasis.journal JSON      a controller starts, in place of the last: what it remembers
 * in NANOS TOPIC JSON                 a message arrives
 * tick NANOS                          time passes
 * out NANOS TOPIC JSON                a decision is told
 * </pre>
 */
@NullMarked
package io.oasis.lab.replay;

import org.jspecify.annotations.NullMarked;
