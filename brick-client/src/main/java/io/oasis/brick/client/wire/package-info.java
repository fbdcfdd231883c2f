/** JSON over stream sockets, to servers that may hang, answer in pieces or be gone. */
@NullMarked
package io.oasis.brick.client.wire;

import org.jspecify.annotations.NullMarked;
