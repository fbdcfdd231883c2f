package io.oasis.agent;

import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.RequestBatch;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a trace: what was asked of a manager, from the interval that was measured to the
 * broker. A span {@code request} has three below it: {@code observe}, the interval itself; {@code
 * analyse}, from its end until all is said; {@code send}, until the broker has it, whose name the
 * record carries.
 */
final class RequestTraces {
  private final Tracing tracing;

  RequestTraces(Tracing tracing) {
    this.tracing = tracing;
  }

  /** A span that ends when the broker has the batch; nothing if it is none of the share. */
  @Nullable Span follow(RequestBatch batch) {
    LunInterval interval = batch.interval();
    Instant began = interval.at().minusMillis(interval.millis());
    Span request =
        tracing
            .root("request")
            .setStartTimestamp(began)
            .setAttribute("oasis.domain", interval.domain().value())
            .setAttribute("oasis.lun", interval.lun().value())
            .setAttribute("oasis.host", interval.host().value())
            .setAttribute("oasis.queues", batch.requests().size())
            .startSpan();
    if (!request.getSpanContext().isSampled()) {
      return null;
    }
    Instant said = Instant.now();
    part("observe", request, began, interval.at());
    part("analyse", request, interval.at(), said);
    request.end(said);
    return tracing
        .span("send", request.getSpanContext())
        .setSpanKind(SpanKind.PRODUCER)
        .setStartTimestamp(said)
        .startSpan();
  }

  private void part(String name, Span request, Instant from, Instant to) {
    tracing.span(name, request.getSpanContext()).setStartTimestamp(from).startSpan().end(to);
  }
}
