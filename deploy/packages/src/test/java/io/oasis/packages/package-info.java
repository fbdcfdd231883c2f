/** Tests of the packages that need no package. */
@NullMarked
package io.oasis.packages;

import org.jspecify.annotations.NullMarked;
