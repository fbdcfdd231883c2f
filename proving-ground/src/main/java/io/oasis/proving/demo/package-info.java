/** The demo: applications compete for one block device, first unmanaged, then managed. */
@NullMarked
package io.oasis.proving.demo;

import org.jspecify.annotations.NullMarked;
