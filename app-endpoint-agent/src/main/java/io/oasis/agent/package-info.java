/**
 * The host agent: sample, analyse, request, once an interval.
 *
 * <p>{@link io.oasis.agent.AgentMain} is the shell: it reads the counters of the host on one
 * thread, hands them to {@link io.oasis.agent.HostAgent}, which is pure, and sends what that
 * returns. The stages have a package each.
 */
@NullMarked
package io.oasis.agent;

import org.jspecify.annotations.NullMarked;
