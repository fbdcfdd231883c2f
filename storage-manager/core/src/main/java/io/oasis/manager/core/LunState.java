package io.oasis.manager.core;

import io.oasis.protocol.LunReport;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a controller knows of one LUN of its domain. */
final class LunState {
  @Nullable LunReport report;
  Instant reportedAt = Instant.EPOCH;

  /** Whether it has reported since the last decision. */
  boolean fresh;
}
