/**
 * Sends what was decided, where it differs from what is in force: settings and leases to living
 * adapters, grants to agents.
 */
@NullMarked
package io.oasis.manager.core.push;

import org.jspecify.annotations.NullMarked;
