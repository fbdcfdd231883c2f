/**
 * Who gets what: policies, one file each. A policy computes a <em>target</em>; what is pushed are
 * steps towards it ({@link io.oasis.manager.core.settle}).
 */
@NullMarked
package io.oasis.manager.core.policy;

import org.jspecify.annotations.NullMarked;
