@NullMarked
package io.oasis.lab.replay;

import org.jspecify.annotations.NullMarked;
