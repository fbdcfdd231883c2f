package io.oasis.manager.server.stream;

import io.oasis.messaging.DecisionLine;
import io.oasis.protocol.Decision;
import io.opentelemetry.api.trace.Span;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Decisions that changed something, each as a line under a name of its own. Only at DEBUG: a domain
 * decides every interval, and the topic keeps all of it anyway.
 */
final class DecisionLog {
  static final String NAME = "oasis.decisions";

  private static final Logger LOG = LoggerFactory.getLogger(NAME);

  private DecisionLog() {}

  /**
   * @param span of the decision, if anybody follows
   */
  static void tell(Decision decision, @Nullable Span span) {
    if (decision.queues().isEmpty() && decision.events().isEmpty()) {
      return;
    }
    if (LOG.isDebugEnabled()) {
      String domain = decision.header().domain().value();
      String events =
          decision.events().isEmpty() ? "" : "; " + String.join("; ", decision.events());
      LoggingEventBuilder line = LOG.atDebug().addKeyValue("oasis.domain", domain);
      if (span != null) {
        line = line.addKeyValue("trace.id", span.getSpanContext().getTraceId());
      }
      DecisionLine.log(
          line,
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
