@NullMarked
package io.oasis.lab.report;

import org.jspecify.annotations.NullMarked;
