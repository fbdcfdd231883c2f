package io.oasis.protocol;

/** One record of the loop. Which topic it travels on: {@link Schema}. */
public sealed interface Message
    permits RequestBatch,
        LunReport,
        Usage,
        Grant,
        Setting,
        LeaseRenewal,
        Outcome,
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
