/**
 * The operator's word as a file: modes and guard rails of all domains, to be kept and reviewed
 * beside other configuration, compared with what is in force, and brought into force.
 *
 * <p>The file has a version; what is not in the form of that version is refused with its line, so
 * that a slip of the pen changes nothing. What a file does not say of a domain, and a domain that
 * it does not name, are left as they are. Order, defaults and numbers are written in one way only:
 * two exports of the same word are the same bytes.
 */
@NullMarked
package io.oasis.distribution.word;

import org.jspecify.annotations.NullMarked;
