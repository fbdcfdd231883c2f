/**
 * The brick beside other NBD servers, on one machine in one run, driven by fio's nbd engine.
 *
 * <p>Rounds go through all servers in turn and the median of each is compared, so that what else
 * the machine does falls on all of them alike. The bars are those of {@link
 * io.oasis.proving.brick.Bar}.
 */
@NullMarked
package io.oasis.proving.brick;

import org.jspecify.annotations.NullMarked;
