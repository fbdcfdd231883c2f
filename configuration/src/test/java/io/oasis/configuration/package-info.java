@NullMarked
package io.oasis.configuration;

import org.jspecify.annotations.NullMarked;
