/** Makes settings true on an attached scheduler: plan, apply, verify, release. */
@NullMarked
package io.oasis.adapter;

import org.jspecify.annotations.NullMarked;
