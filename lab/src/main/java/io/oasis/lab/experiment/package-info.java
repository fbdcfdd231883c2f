/** What is run, what is measured, and the bars it has to hold. */
@NullMarked
package io.oasis.lab.experiment;

import org.jspecify.annotations.NullMarked;
