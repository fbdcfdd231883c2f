@NullMarked
package io.oasis.lab.trace;

import org.jspecify.annotations.NullMarked;
