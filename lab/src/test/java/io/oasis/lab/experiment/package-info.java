@NullMarked
package io.oasis.lab.experiment;

import org.jspecify.annotations.NullMarked;
