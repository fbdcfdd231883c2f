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
 * oasis-recording 3
 * start NANOS oasis.journal JSON      a controller starts, in place of the last: what it remembers
 * in NANOS TOPIC JSON                 a message arrives
 * behind NANOS true|false             what comes from now on has waited, or does not any more
 * tick NANOS                          time passes
 * out NANOS TOPIC JSON                a decision is told
 * </pre>
 *
 * Version 2, which has no {@code behind}, is read too.
 */
@NullMarked
package io.oasis.lab.replay;

import org.jspecify.annotations.NullMarked;
