/**
 * Third stage: from what is known to the messages of an interval. Pure.
 *
 * <p>For each LUN one {@link io.oasis.protocol.Request} per queue and then one {@link
 * io.oasis.protocol.LunReport}, all with the domain as key, so that the report closes the interval.
 */
@NullMarked
package io.oasis.agent.request;

import org.jspecify.annotations.NullMarked;
