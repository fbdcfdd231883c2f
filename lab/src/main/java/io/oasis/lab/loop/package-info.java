/**
 * The whole loop around simulated hosts: the production agent, controller and adapter, and a
 * network that can fail.
 */
@NullMarked
package io.oasis.lab.loop;

import org.jspecify.annotations.NullMarked;
