/**
 * A scenario brought to life: the site with its hosts and devices, who controls it, and what is
 * counted.
 */
@NullMarked
package io.oasis.lab.zoo.site;

import org.jspecify.annotations.NullMarked;
