/**
 * The Storage Performance Development Kit's target, through its JSON-RPC.
 *
 * <p>{@link io.oasis.adapter.targets.spdk.SpdkTarget} sets the rate limits of bdevs. What to know
 * of them: a limit is a whole multiple of 1,000 I/Os per second or of 1 MiB per second and SPDK
 * rounds up what is none, so Oasis never asks for such; the limit in bytes is the finer one for
 * small I/Os; reads and writes share the limit in operations; while a change is in progress another
 * one of the same bdev is refused for the moment; limits stay when a bdev is closed and are gone
 * when the process is.
 */
@NullMarked
package io.oasis.adapter.targets.spdk;

import org.jspecify.annotations.NullMarked;
