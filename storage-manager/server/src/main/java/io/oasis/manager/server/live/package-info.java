/** Server-sent events: what changes, pushed to browsers. */
@NullMarked
package io.oasis.manager.server.live;

import org.jspecify.annotations.NullMarked;
