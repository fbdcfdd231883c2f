/** Exports what a live manager decided, so that the lab can decide it again. */
@NullMarked
package io.oasis.distribution.replay;

import org.jspecify.annotations.NullMarked;
