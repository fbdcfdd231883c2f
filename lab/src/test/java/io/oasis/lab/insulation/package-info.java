@NullMarked
package io.oasis.lab.insulation;

import org.jspecify.annotations.NullMarked;
