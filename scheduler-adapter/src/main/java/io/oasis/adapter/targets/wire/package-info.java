/** JSON over stream sockets, to servers that may hang, answer in pieces or be gone. */
@NullMarked
package io.oasis.adapter.targets.wire;

import org.jspecify.annotations.NullMarked;
