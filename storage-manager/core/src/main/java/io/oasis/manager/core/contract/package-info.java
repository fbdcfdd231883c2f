/**
 * What goes into a controller and what comes out of it: inputs, effects, what is kept across a
 * restart.
 */
@NullMarked
package io.oasis.manager.core.contract;

import org.jspecify.annotations.NullMarked;
