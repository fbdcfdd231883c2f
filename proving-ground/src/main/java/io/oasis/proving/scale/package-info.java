/**
 * How the manager scales: agents and adapters made up, broker and managers real, all on this
 * machine beside each other.
 */
@NullMarked
package io.oasis.proving.scale;

import org.jspecify.annotations.NullMarked;
