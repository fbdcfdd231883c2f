package io.oasis.protocol;

/** One record of the loop. Which topic it travels on: {@link Schema}. */
public sealed interface Message
    permits RequestBatch,
        LunReport,
        Usage,
        UsageBatch,
        Grant,
        Setting,
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
        Journal {}
