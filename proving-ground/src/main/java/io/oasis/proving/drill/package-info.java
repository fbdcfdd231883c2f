/**
 * Attacks that somebody on this host could try at the outer doors of a running Oasis, tried for
 * real and judged by whether they were refused. None of them would do lasting harm if it worked:
 * what is sent is empty, or names what is not there, or it is an adapter and a brick of our own
 * that hear it.
 */
@NullMarked
package io.oasis.proving.drill;

import org.jspecify.annotations.NullMarked;
