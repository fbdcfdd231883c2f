/**
 * The managers together.
 *
 * <p>Kafka Streams gives each domain to one manager, the only one that has its view. So that any
 * manager can be asked for any domain, {@link io.oasis.manager.server.fleet.Fleet} says whose a
 * domain is, {@link io.oasis.manager.server.fleet.Peers} asks that one in the caller's name, {@link
 * io.oasis.manager.server.fleet.Gathering} asks all of them for lists, and {@link
 * io.oasis.manager.server.fleet.Tails} follows what they push. A call is sent on once at most.
 */
@NullMarked
package io.oasis.manager.server.fleet;

import org.jspecify.annotations.NullMarked;
