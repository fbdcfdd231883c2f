package io.oasis.protocol;

import java.util.List;

/** One record of the loop. Which topic it travels on: {@link Schema}. */
public sealed interface Message
    permits RequestBatch,
        LunReport,
        Usage,
        UsageBatch,
        Grant,
        GrantBatch,
        Setting,
        SettingBatch,
        LeaseRenewal,
        Outcome,
        OutcomeBatch,
        AdapterStatus,
        Findings,
        Decision,
        HostInventory,
        GuardRails,
        CacheReport,
        CacheSetting,
        CacheDecision,
        DeadLetter,
        JournalStart,
        Journal {
  /** What readers of topics take one by one: itself, or each of many that it carries. */
  default List<? extends Message> apart() {
    return List.of(this);
  }
}
