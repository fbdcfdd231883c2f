@NullMarked
package io.oasis.lab.sim;

import org.jspecify.annotations.NullMarked;
