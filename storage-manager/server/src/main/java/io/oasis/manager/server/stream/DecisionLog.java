package io.oasis.manager.server.stream;

import io.oasis.messaging.DecisionLine;
import io.oasis.protocol.Decision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decisions that changed something, each as a line under a name of its own. Only at DEBUG: a domain
 * decides every interval, and the topic keeps all of it anyway.
 */
final class DecisionLog {
  static final String NAME = "oasis.decisions";

  private static final Logger LOG = LoggerFactory.getLogger(NAME);

  private DecisionLog() {}

  static void tell(Decision decision) {
    if (decision.queues().isEmpty() && decision.events().isEmpty()) {
      return;
    }
    if (LOG.isDebugEnabled()) {
      String domain = decision.header().domain().value();
      String events =
          decision.events().isEmpty() ? "" : "; " + String.join("; ", decision.events());
      DecisionLine.log(
          LOG.atDebug().addKeyValue("oasis.domain", domain),
          decision.header().version(),
          "%s in %s: %d of %d queues%s"
              .formatted(
                  domain,
                  decision.header().mode(),
                  decision.queues().size(),
                  decision.totalQueues(),
                  events));
    }
  }
}
