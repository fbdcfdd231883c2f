/** Borders between modules, checked on the compiled classes. */
@NullMarked
package io.oasis.borders;

import org.jspecify.annotations.NullMarked;
