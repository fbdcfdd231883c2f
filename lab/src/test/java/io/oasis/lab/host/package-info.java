@NullMarked
package io.oasis.lab.host;

import org.jspecify.annotations.NullMarked;
