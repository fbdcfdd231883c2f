/** What runs gave, as JSON, as text that is compared, and as one HTML page. */
@NullMarked
package io.oasis.lab.report;

import org.jspecify.annotations.NullMarked;
