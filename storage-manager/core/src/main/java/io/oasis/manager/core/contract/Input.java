package io.oasis.manager.core.contract;

import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.CacheDecision;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.Journal;
import io.oasis.protocol.JournalStart;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.RailsChange;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.UsageBatch;
import java.util.Optional;

/** What can happen to a domain. */
public sealed interface Input {
  /** An agent measured queues of a LUN and asks for them. */
  record Requested(RequestBatch batch) implements Input {}

  /** An agent has sent all requests of a LUN for an interval. */
  record LunReported(LunReport report) implements Input {}

  /** An adapter measured what queues of a LUN got. */
  record Used(UsageBatch batch) implements Input {}

  /** An adapter says what became of settings. */
  record Settled(OutcomeBatch batch) implements Input {}

  /** An adapter is alive. */
  record AdapterBeat(AdapterStatus status) implements Input {}

  /** An adapter examined its limits. */
  record Examined(Findings findings) implements Input {}

  /** An adapter measured a cache of the domain. */
  record CacheReported(CacheReport report) implements Input {}

  /** The operator's word: the newest revision is the whole truth. */
  record RailsChanged(GuardRails rails) implements Input {}

  /** What comes from now on has waited, so that things may be different by now; or does not. */
  record Behind(boolean isBehind) implements Input {}

  /** Time has passed; the shell sends this about ten times a second. */
  record Tick() implements Input {}

  /** What a message means to a controller; nothing when it is one of those that come from it. */
  static Optional<Input> of(Message message) {
    return switch (message) {
      case RequestBatch batch -> Optional.of(new Requested(batch));
      case LunReport report -> Optional.of(new LunReported(report));
      case UsageBatch batch -> Optional.of(new Used(batch));
      case OutcomeBatch batch -> Optional.of(new Settled(batch));
      case AdapterStatus status -> Optional.of(new AdapterBeat(status));
      case Findings findings -> Optional.of(new Examined(findings));
      case CacheReport report -> Optional.of(new CacheReported(report));
      case GuardRails rails -> Optional.of(new RailsChanged(rails));
      case GrantBatch _,
          SettingBatch _,
          LeaseRenewal _,
          Decision _,
          RailsChange _,
          HostInventory _,
          CacheSetting _,
          CacheDecision _,
          DeadLetter _,
          JournalStart _,
          Journal _ ->
          Optional.empty();
    };
  }
}
