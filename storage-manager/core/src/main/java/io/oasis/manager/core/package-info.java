/** Decisions of the storage manager: pure functions of state, input and time. */
@NullMarked
package io.oasis.manager.core;

import org.jspecify.annotations.NullMarked;
