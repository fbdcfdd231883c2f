/** The solver behind the port of the manager's core: OR-Tools. */
@NullMarked
package io.oasis.manager.solver;

import org.jspecify.annotations.NullMarked;
