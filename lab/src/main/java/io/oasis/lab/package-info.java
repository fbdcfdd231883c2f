/** The whole loop in virtual time, with the code that runs in production. */
@NullMarked
package io.oasis.lab;

import org.jspecify.annotations.NullMarked;
