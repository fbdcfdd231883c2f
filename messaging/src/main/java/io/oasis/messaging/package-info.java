/**
 * Kafka plumbing, and the keys that more than one service has.
 *
 * <p>{@link io.oasis.messaging.KafkaLink} owns what talks to the broker. It sends without ever
 * blocking its caller (a full buffer is a counted drop: an old measurement is worth nothing),
 * creates the topics, reads them on one thread each and hands valid messages to a bounded inbox.
 * Whatever is not a valid message becomes a {@link io.oasis.protocol.DeadLetter}. A broker that is
 * away is waited for: one line in the log when it goes and one when it is back.
 */
@NullMarked
package io.oasis.messaging;

import org.jspecify.annotations.NullMarked;
