package io.oasis.protocol;

import java.util.Optional;

/**
 * What an adapter obeys. There is nothing else that moves a limit, so that it is enough to ask of
 * these by whom they were signed.
 */
public sealed interface Order extends OfDomain permits SettingBatch, LeaseRenewal, CacheSetting {
  /** Whom it is for. */
  AdapterId adapter();

  /** How long it holds without a renewal. */
  long leaseMillis();

  /** Absent: of a manager that does not say it yet. */
  Optional<Authority> authority();

  /** The same, of this manager. */
  Order of(String manager);
}
