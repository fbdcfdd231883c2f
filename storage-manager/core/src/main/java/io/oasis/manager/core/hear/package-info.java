/**
 * Hears what agents, adapters and the operator say, and keeps what is known by that: of the domain,
 * its LUNs, its adapters and its queues, the limits in force among it. Decides nothing; numbers
 * what is sent above all that anybody has seen.
 */
@NullMarked
package io.oasis.manager.core.hear;

import org.jspecify.annotations.NullMarked;
