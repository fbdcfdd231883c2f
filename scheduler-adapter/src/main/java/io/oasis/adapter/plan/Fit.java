package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.RateBound;

/**
 * A limit as a target can hold it.
 *
 * @param throttle what to write
 * @param allows what that lets pass, over both directions
 * @param shortfall what of the limit could not be done, and why; empty when it is held as asked
 */
record Fit(Throttle throttle, RateBound allows, String shortfall) {}
