/**
 * Who may ask what of the manager.
 *
 * <p>Everything under HTTP needs a {@link io.oasis.manager.server.access.Role}, as {@link
 * io.oasis.manager.server.access.Rules} lists it; the page's own files and its health are open. A
 * caller is known by one of four proofs: a token file of this host, a JWT of the company's issuer,
 * a client certificate, or the cookie that a browser got for one of these. A call that another
 * manager sends on carries that manager's pass, which says who asked there. What is refused is told
 * which role it needs. Clients that ask too often wait; who has no proof waits sooner.
 */
@NullMarked
package io.oasis.manager.server.access;

import org.jspecify.annotations.NullMarked;
