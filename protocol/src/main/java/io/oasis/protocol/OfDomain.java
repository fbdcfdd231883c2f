package io.oasis.protocol;

/** A record that speaks of one domain: all of them are to stay in order. */
public sealed interface OfDomain extends Message
    permits RequestBatch,
        LunReport,
        UsageBatch,
        GrantBatch,
        Order,
        OutcomeBatch,
        AdapterStatus,
        Findings,
        Decision,
        GuardRails,
        RailsChange,
        CacheReport,
        CacheDecision,
        JournalStart,
        Journal {
  DomainId domain();
}
