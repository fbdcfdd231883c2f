/** A storage server in user space: NBD in, disciplines, cache, disk out. */
@NullMarked
package io.oasis.brick;

import org.jspecify.annotations.NullMarked;
