/**
 * The adapter's hands: one thread that takes what arrives, asks the core, and does what it says.
 *
 * <p>{@link io.oasis.adapter.shell.AdapterLoop} is that thread. {@link
 * io.oasis.adapter.shell.Applier} journals before it writes and reads back after; {@link
 * io.oasis.adapter.shell.Guardian} outlives a killed adapter and lets go in its place.
 */
@NullMarked
package io.oasis.adapter.shell;

import org.jspecify.annotations.NullMarked;
