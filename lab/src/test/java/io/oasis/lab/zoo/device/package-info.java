@NullMarked
package io.oasis.lab.zoo.device;

import org.jspecify.annotations.NullMarked;
