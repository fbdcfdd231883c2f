/** Kafka Streams around the controllers: bytes in, one controller per domain, messages out. */
@NullMarked
package io.oasis.manager.server.stream;

import org.jspecify.annotations.NullMarked;
