/** The solver behind the port of the planners, {@code ExactSolver}: OR-Tools. */
@NullMarked
package io.oasis.manager.solver;

import org.jspecify.annotations.NullMarked;
