@NullMarked
package io.oasis.lab;

import org.jspecify.annotations.NullMarked;
