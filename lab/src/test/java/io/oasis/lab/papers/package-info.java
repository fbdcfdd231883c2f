@NullMarked
package io.oasis.lab.papers;

import org.jspecify.annotations.NullMarked;
