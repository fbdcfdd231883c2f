/**
 * An independent check of what was decided. Of the policies it knows what they are asked, {@link
 * io.oasis.manager.core.policy.Claim}, and nothing of how they answer.
 */
@NullMarked
package io.oasis.manager.core.verify;

import org.jspecify.annotations.NullMarked;
