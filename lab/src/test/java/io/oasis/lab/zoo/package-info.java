@NullMarked
package io.oasis.lab.zoo;

import org.jspecify.annotations.NullMarked;
