/** Virtual time and chance: the only clock and the only random numbers of the lab. */
@NullMarked
package io.oasis.lab.sim;

import org.jspecify.annotations.NullMarked;
