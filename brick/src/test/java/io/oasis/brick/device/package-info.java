@NullMarked
package io.oasis.brick.device;

import org.jspecify.annotations.NullMarked;
