/**
 * Applications that share bricks: closed loops with patterns of access, a cache with read-ahead and
 * write-back in front of one brick, stripes over several.
 */
@NullMarked
package io.oasis.lab.insulation;

import org.jspecify.annotations.NullMarked;
