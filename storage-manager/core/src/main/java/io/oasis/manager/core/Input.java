package io.oasis.manager.core;

import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.Request;
import io.oasis.protocol.Usage;

/** What can happen to a domain. */
public sealed interface Input {
  /** An agent measured a queue and asks for it. */
  record Requested(Request request) implements Input {}

  /** An agent has sent all requests of a LUN for an interval. */
  record LunReported(LunReport report) implements Input {}

  /** An adapter measured what a queue got. */
  record Used(Usage usage) implements Input {}

  /** An adapter says what became of a setting. */
  record Settled(Outcome outcome) implements Input {}

  /** An adapter is alive. */
  record AdapterBeat(AdapterStatus status) implements Input {}

  /** An adapter measured a cache of the domain. */
  record CacheReported(CacheReport report) implements Input {}

  /** The operator's word: the newest revision is the whole truth. */
  record RailsChanged(GuardRails rails) implements Input {}

  /** Time has passed; the shell sends this about ten times a second. */
  record Tick() implements Input {}
}
