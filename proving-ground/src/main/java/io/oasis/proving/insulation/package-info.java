/**
 * How well bricks insulate: applications that share real bricks, each a process over a modelled
 * disk, through real connections; alone, as they come, and as the planners say.
 */
@NullMarked
package io.oasis.proving.insulation;

import org.jspecify.annotations.NullMarked;
