package io.oasis.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an adapter shall make true for queues of a domain.
 *
 * @param adapter whom it is for
 * @param session the adapter's session it is for; any other session refuses it, so that a replayed
 *     or late record changes nothing
 * @param leaseMillis how long it holds without a renewal
 * @param settings in the order in which they were decided; a queue may be in it more than once
 * @param authority on whose word
 */
public record SettingBatch(
    DomainId domain,
    AdapterId adapter,
    SessionId session,
    Instant at,
    long leaseMillis,
    List<Setting> settings,
    Optional<Authority> authority)
    implements Order {
  /** As many, with the longest names, stay below what the topic takes. */
  public static final int MOST = 50;

  public SettingBatch {
    Check.between("leaseMillis", leaseMillis, 100, 3_600_000);
    settings = Check.list("settings", settings, MOST);
  }

  /** On nobody's word. */
  public SettingBatch(
      DomainId domain,
      AdapterId adapter,
      SessionId session,
      Instant at,
      long leaseMillis,
      List<Setting> settings) {
    this(domain, adapter, session, at, leaseMillis, settings, Optional.empty());
  }

  /** The same, of other settings. */
  public SettingBatch with(List<Setting> others) {
    return new SettingBatch(domain, adapter, session, at, leaseMillis, others, authority);
  }

  @Override
  public SettingBatch of(String manager) {
    return new SettingBatch(
        domain,
        adapter,
        session,
        at,
        leaseMillis,
        settings,
        authority.map(given -> given.of(manager)));
  }

  /** As few batches as it takes; what is said of a queue stays in order. */
  public static List<SettingBatch> joined(List<SettingBatch> batches) {
    return Batches.joined(
        batches, batch -> batch.with(List.of()), SettingBatch::settings, MOST, SettingBatch::with);
  }
}
