@NullMarked
package io.oasis.lab.brick;

import org.jspecify.annotations.NullMarked;
