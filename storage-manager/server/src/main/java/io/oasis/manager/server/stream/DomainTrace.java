package io.oasis.manager.server.stream;

import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.DomainId;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one domain that are followed, until the decision that they lead to.
 *
 * <p>Law: a decision, which is made of many requests, goes on with the trace of the newest of those
 * that are followed, and is linked to the others. Spans: {@code wait}, since that one was heard;
 * {@code decide}, whose name the settings carry. The controller knows nothing of it.
 */
final class DomainTrace {
  /** Older ones are not linked: one of them is as good as another to see what was waited for. */
  private static final int MOST_LINKED = 32;

  private final Tracing tracing;
  private final DomainId domain;
  private final Deque<SpanContext> heard = new ArrayDeque<>();
  private Instant heardAt = Instant.MIN;
  private Instant began = Instant.MIN;

  DomainTrace(Tracing tracing, DomainId domain) {
    this.tracing = tracing;
    this.domain = domain;
  }

  /** A request was heard that may be followed. */
  void hears(Headers headers) {
    SpanContext request = Tracing.in(headers);
    if (request == null) {
      return;
    }
    if (heard.size() > MOST_LINKED) {
      heard.removeFirst();
    }
    heard.addLast(request);
    heardAt = Instant.now();
  }

  /** The controller gets an input, which may be the one that it decides at. */
  void begins() {
    began = Instant.now();
  }

  /** It has decided: a span that lasts until all is sent, or nothing if nobody follows. */
  @Nullable Span decides() {
    SpanContext newest = heard.pollLast();
    if (newest == null) {
      return null;
    }
    span("wait", newest)
        .setSpanKind(SpanKind.CONSUMER)
        .setStartTimestamp(heardAt)
        .startSpan()
        .end(began);
    SpanBuilder decide =
        span("decide", newest).setSpanKind(SpanKind.PRODUCER).setStartTimestamp(began);
    heard.forEach(decide::addLink);
    heard.clear();
    return decide.startSpan();
  }

  private SpanBuilder span(String name, SpanContext parent) {
    return tracing.span(name, parent).setAttribute("oasis.domain", domain.value());
  }
}
