/**
 * Decides what each queue is to have. {@link io.oasis.manager.core.decide.Law} is the border:
 * before it is what was heard, behind it what is sent. The limit of a queue is computed in {@code
 * Limits} and nowhere else, or by the law that {@code Asking} asks.
 */
@NullMarked
package io.oasis.manager.core.decide;

import org.jspecify.annotations.NullMarked;
