/** Makes a broker of one's own ready for Oasis, or rid of it. */
@NullMarked
package io.oasis.distribution.kafka;

import org.jspecify.annotations.NullMarked;
