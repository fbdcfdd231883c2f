/** Asking and telling a brick, from another process. */
@NullMarked
package io.oasis.brick.client;

import org.jspecify.annotations.NullMarked;
