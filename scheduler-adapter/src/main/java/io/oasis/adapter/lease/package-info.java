/** How long limits may stay without word from a manager. */
@NullMarked
package io.oasis.adapter.lease;

import org.jspecify.annotations.NullMarked;
