/**
 * The papers' figures and tables, one row each: what the paper says, what we have, and a verdict.
 */
@NullMarked
package io.oasis.lab.papers;

import org.jspecify.annotations.NullMarked;
