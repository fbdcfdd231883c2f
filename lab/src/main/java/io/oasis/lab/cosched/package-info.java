/** Clusters whose timeslices are co-scheduled. */
@NullMarked
package io.oasis.lab.cosched;

import org.jspecify.annotations.NullMarked;
