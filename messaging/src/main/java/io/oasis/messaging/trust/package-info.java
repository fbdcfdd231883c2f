/**
 * Who said it: signatures and seals of records, and the files that keys are kept in.
 *
 * <p>Both are a header over the topic's name and the record's exact bytes, so that a record costs
 * nothing to whoever does not look, and nothing need be written in the same way twice. Managers
 * sign what adapters obey with Ed25519 ({@link io.oasis.messaging.trust.SigningKey}, {@link
 * io.oasis.messaging.trust.TrustedKeys}): an adapter can check it and cannot make it. Hosts seal
 * what managers hear with a key that only they and the managers have ({@link
 * io.oasis.messaging.trust.HostToken}, {@link io.oasis.messaging.trust.HostSecret}): a manager
 * checks hundred thousands of them in a second, which no signature allows.
 */
@NullMarked
package io.oasis.messaging.trust;

import org.jspecify.annotations.NullMarked;
