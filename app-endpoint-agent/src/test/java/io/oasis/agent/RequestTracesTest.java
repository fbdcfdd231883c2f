package io.oasis.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.RequestBatch;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows that a request that is followed tells its interval, and that no other costs a span. */
class RequestTracesTest {
  private static final Instant AT = Instant.now().minusMillis(20);
  private static final RequestBatch BATCH =
      new RequestBatch(
          new LunInterval(new DomainId("disk:1"), new LunId("1"), new HostId("h"), 1, AT, 1_000),
          List.of());

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();

  @Test
  void aRequestIsFollowedFromTheBeginningOfItsInterval() {
    Span send = Optional.ofNullable(traces(1).follow(BATCH)).orElseThrow();
    send.end();
    List<SpanData> told = spans.getFinishedSpanItems();
    assertThat(told)
        .extracting(SpanData::getName, SpanData::getStartEpochNanos)
        .startsWith(
            tuple("observe", nanos(AT.minusSeconds(1))),
            tuple("analyse", nanos(AT)),
            tuple("request", nanos(AT.minusSeconds(1))))
        .last()
        .matches(last -> last.toList().getFirst().equals("send"));
    assertThat(told.getFirst().getEndEpochNanos()).isEqualTo(nanos(AT));
    SpanData request = told.get(2);
    assertThat(request.getAttributes().get(AttributeKey.stringKey("oasis.domain")))
        .isEqualTo("disk:1");
    assertThat(request.getParentSpanContext().isValid()).as("it is the root").isFalse();
    assertThat(told)
        .filteredOn(span -> !span.getName().equals("request"))
        .allMatch(span -> span.getParentSpanId().equals(request.getSpanId()));
    assertThat(send.getSpanContext().getTraceId()).isEqualTo(request.getTraceId());
  }

  @Test
  void whatIsNotOfTheShareIsSentAsEver() {
    assertThat(traces(0).follow(BATCH)).isNull();
    assertThat(spans.getFinishedSpanItems()).isEmpty();
  }

  private RequestTraces traces(double share) {
    return new RequestTraces(
        new Tracing(
            SdkTracerProvider.builder()
                .setSampler(Sampler.traceIdRatioBased(share))
                .addSpanProcessor(SimpleSpanProcessor.create(spans))
                .build()));
  }

  private static long nanos(Instant at) {
    return Duration.between(Instant.EPOCH, at).toNanos();
  }
}
