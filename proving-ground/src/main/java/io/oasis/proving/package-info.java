/**
 * What shows that Oasis works on real things: a rig to run on, the demo, chaos, scale and how well
 * a brick insulates. It drives the distribution from outside, as a user would; nothing of the
 * product knows it.
 */
@NullMarked
package io.oasis.proving;

import org.jspecify.annotations.NullMarked;
