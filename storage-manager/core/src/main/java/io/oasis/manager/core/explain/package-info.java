/**
 * Says what was decided and why: decisions on record, receipts for latency, views for people.
 * Changes nothing.
 */
@NullMarked
package io.oasis.manager.core.explain;

import org.jspecify.annotations.NullMarked;
