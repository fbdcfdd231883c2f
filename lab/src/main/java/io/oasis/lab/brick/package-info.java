/**
 * A brick in virtual time: the disciplines of the real one in front of modelled devices, and what
 * their clients saw.
 */
@NullMarked
package io.oasis.lab.brick;

import org.jspecify.annotations.NullMarked;
