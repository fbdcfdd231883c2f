/** What a workload hits with a part of a cache: what caches are divided by. */
@NullMarked
package io.oasis.manager.planners.cache;

import org.jspecify.annotations.NullMarked;
