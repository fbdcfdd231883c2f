/**
 * Says of every limit on a machine whether it does what it should, and if not why.
 *
 * <p>{@link io.oasis.adapter.doctor.Doctor} looks twice, some seconds apart, at everything that
 * holds a limit, whoever set it: what the journal says was meant, what is there, what passed
 * meanwhile. A limit is first held against what is known to make limits void ({@link
 * io.oasis.adapter.faults.Faults}); where nothing of that is found, what passed decides, by the
 * same rules as the adapter's own verification. Nothing is written anywhere.
 */
@NullMarked
package io.oasis.adapter.doctor;

import org.jspecify.annotations.NullMarked;
