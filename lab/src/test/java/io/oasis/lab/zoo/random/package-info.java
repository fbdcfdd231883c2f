@NullMarked
package io.oasis.lab.zoo.random;

import org.jspecify.annotations.NullMarked;
