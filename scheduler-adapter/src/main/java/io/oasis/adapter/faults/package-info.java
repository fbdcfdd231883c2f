/** What is known to make limits void: one class for each kind of scheduler. */
@NullMarked
package io.oasis.adapter.faults;

import org.jspecify.annotations.NullMarked;
