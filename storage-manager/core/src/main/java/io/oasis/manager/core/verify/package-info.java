/** An independent check of what was decided: it shares no code with the policies. */
@NullMarked
package io.oasis.manager.core.verify;

import org.jspecify.annotations.NullMarked;
