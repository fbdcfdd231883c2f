/** Divides what devices have besides bandwidth: their caches, and by insulation their time. */
@NullMarked
package io.oasis.manager.core.partition;

import org.jspecify.annotations.NullMarked;
