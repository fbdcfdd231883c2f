/**
 * Decides what each queue is to have. {@link io.oasis.manager.core.decide.Law} is the border:
 * before it is what was heard, behind it what is sent. Where a capacity is shared out the limit of
 * a queue is computed in {@code Limits} and nowhere else; where limits are questions, in {@code
 * law/Taker}.
 */
@NullMarked
package io.oasis.manager.core.decide;

import org.jspecify.annotations.NullMarked;
