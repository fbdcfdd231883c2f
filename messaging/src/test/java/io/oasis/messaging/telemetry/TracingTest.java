package io.oasis.messaging.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that a trace crosses a record as W3C has it, and that nothing else passes for one. */
class TracingTest {
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final Tracing tracing =
      new Tracing(
          SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build());

  @Test
  void aSpanGoesOnWhereItsRecordIsRead() {
    Span sent = tracing.root("sent").startSpan();
    Headers headers = Tracing.headers(sent);
    SpanContext ours = sent.getSpanContext();
    assertThat(text(headers))
        .matches("00-" + ours.getTraceId() + "-" + ours.getSpanId() + "-0[13]");
    SpanContext read = Optional.ofNullable(Tracing.in(headers)).orElseThrow();
    tracing.span("read", read).startSpan().end();
    SpanData told = spans.getFinishedSpanItems().getFirst();
    assertThat(told.getTraceId()).isEqualTo(ours.getTraceId());
    assertThat(told.getParentSpanId()).isEqualTo(ours.getSpanId());
  }

  /** Whoever reads a record may be told anything by it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "00-00000000000000000000000000000000-00000000000000aa-01",
        "00-000000000000000000000000000000aa-00000000000000aa-00",
        "00-000000000000000000000000000000aa-0000000000000000-01",
        "00-zz0000000000000000000000000000aa-00000000000000aa-01"
      })
  void whatIsNoTraceIsNotFollowed(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    assertThat(Tracing.in(new RecordHeaders().add(Tracing.HEADER, bytes))).isNull();
  }

  @Test
  void aHeaderWithoutValueIsNoTrace() {
    assertThat(Tracing.in(new RecordHeaders().add(Tracing.HEADER, null))).isNull();
    assertThat(Tracing.in(new RecordHeaders())).isNull();
  }

  @Test
  void whatIsNotOfTheShareIsNotSampled() {
    Tracing none =
        new Tracing(
            SdkTracerProvider.builder()
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(0)))
                .build());
    assertThat(none.root("a").startSpan().getSpanContext().isSampled()).isFalse();
    SpanContext followed = tracing.root("b").startSpan().getSpanContext();
    assertThat(none.span("c", followed).startSpan().getSpanContext().isSampled())
        .as("who is asked to follow does")
        .isTrue();
  }

  private static String text(Headers headers) {
    return new String(headers.lastHeader(Tracing.HEADER).value(), StandardCharsets.US_ASCII);
  }
}
