/** The zoo's devices: what a scenario says of them, in virtual time. */
@NullMarked
package io.oasis.lab.zoo.device;

import org.jspecify.annotations.NullMarked;
