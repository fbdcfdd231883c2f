/** The host agent: sample, analyse, request. */
@NullMarked
package io.oasis.agent;

import org.jspecify.annotations.NullMarked;
