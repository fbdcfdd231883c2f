@NullMarked
package io.oasis.lab.loop;

import org.jspecify.annotations.NullMarked;
