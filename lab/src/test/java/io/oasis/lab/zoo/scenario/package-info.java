@NullMarked
package io.oasis.lab.zoo.scenario;

import org.jspecify.annotations.NullMarked;
