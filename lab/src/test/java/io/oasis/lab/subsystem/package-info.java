@NullMarked
package io.oasis.lab.subsystem;

import org.jspecify.annotations.NullMarked;
