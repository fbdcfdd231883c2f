/**
 * Scenarios as data: devices, LUNs, applications and weather of a site, read from JSON and checked
 * at the border. The format is described in {@code docs/zoo.md}.
 */
@NullMarked
package io.oasis.lab.zoo.scenario;

import org.jspecify.annotations.NullMarked;
