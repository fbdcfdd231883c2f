package io.oasis.protocol;

import java.time.Instant;

/** What every decision of a manager begins with: of which domain, which, when and by what. */
public record DecisionHeader(
    DomainId domain, Version version, Instant at, Mode mode, String policy) {
  public DecisionHeader {
    Check.id("policy", policy);
  }
}
