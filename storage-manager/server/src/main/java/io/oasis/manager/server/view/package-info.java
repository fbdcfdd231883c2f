/** What the rest of the service may read: the newest view of each domain, the inventory. */
@NullMarked
package io.oasis.manager.server.view;

import org.jspecify.annotations.NullMarked;
