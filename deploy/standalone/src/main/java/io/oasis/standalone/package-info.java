/** The oasis command and everything in one process. */
@NullMarked
package io.oasis.standalone;

import org.jspecify.annotations.NullMarked;
