@NullMarked
package io.oasis.lab.zoo.site;

import org.jspecify.annotations.NullMarked;
