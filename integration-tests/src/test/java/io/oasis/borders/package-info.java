/** Borders between modules and what style a machine can see, checked on classes and sources. */
@NullMarked
package io.oasis.borders;

import org.jspecify.annotations.NullMarked;
