@NullMarked
package io.oasis.lab.zoo.judge;

import org.jspecify.annotations.NullMarked;
