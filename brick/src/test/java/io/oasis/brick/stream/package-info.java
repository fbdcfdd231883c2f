@NullMarked
package io.oasis.brick.stream;

import org.jspecify.annotations.NullMarked;
