/** The storage manager as a service, at a real broker, with synthetic agents and adapters. */
@NullMarked
package io.oasis.manager;

import org.jspecify.annotations.NullMarked;
