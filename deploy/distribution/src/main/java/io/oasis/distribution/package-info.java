/** The oasis command and everything in one process. */
@NullMarked
package io.oasis.distribution;

import org.jspecify.annotations.NullMarked;
