/** Scenarios drawn at random, and failing ones made small. */
@NullMarked
package io.oasis.lab.zoo.random;

import org.jspecify.annotations.NullMarked;
