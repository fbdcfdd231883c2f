package io.oasis.manager.core.contract;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;

/** What a domain's controller wants done; the shell does it, in order, in one transaction. */
public sealed interface Effect {
  /** Send a message on its topic. */
  record Publish(Message message) implements Effect {}

  /** The message belongs to another domain (the operator moved its LUN): send it there. */
  record Reroute(DomainId domain, Message message) implements Effect {}

  /** Keep the domain's header, replacing the last one. */
  record SaveHeader(DomainHeader header) implements Effect {}

  /** Keep one queue's state, replacing its last one. */
  record SaveQueue(QueueMemory memory) implements Effect {}

  /** Forget a queue that is gone. */
  record ForgetQueue(QueueId queue) implements Effect {}
}
