/**
 * The records that cross processes, their units, identities and JSON; nothing else.
 *
 * <p>Every message is an immutable record that checks itself when it is built, so whatever holds a
 * message holds a valid one. {@link io.oasis.protocol.MessageCodec} is the only way in and out of
 * JSON; {@link io.oasis.protocol.Topic} says where each message travels.
 */
@NullMarked
package io.oasis.protocol;

import org.jspecify.annotations.NullMarked;
