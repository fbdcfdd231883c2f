package io.oasis.messaging.telemetry;

import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Traces of single requests, from the interval that was measured to the write at the target.
 *
 * <p>A trace crosses Kafka in the header {@link #HEADER} of a record, as W3C's Trace Context has
 * it. Only a request that is followed has one: who reads it follows, whatever share he was told.
 * Spans are told with their times when they are over; nothing hangs on a thread. Thread-safe.
 */
public final class Tracing implements AutoCloseable {
  public static final String HEADER = "traceparent";

  private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();

  /** Spans wait so long for others, to be sent together. */
  private static final Duration GATHER = Duration.ofSeconds(1);

  /** Of a kilobyte each, in a heap of 32 MiB; what does not fit any more is lost. */
  private static final int MOST_WAITING = 2_048;

  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  /** Whose spans go where the provider has them go. */
  public Tracing(SdkTracerProvider provider) {
    this.provider = provider;
    this.tracer = provider.get("io.oasis");
  }

  /**
   * Spans that are pushed to a receiver.
   *
   * @param share of the traces that begin here, 0 to 1
   */
  public static Tracing to(Receiver receiver, double share) {
    OtlpHttpSpanExporter http =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(receiver.traces())
            .setConnectTimeout(Receiver.CONNECT)
            .setTimeout(Receiver.ANSWER)
            .setRetryPolicy(null)
            .setMeterProvider(MeterProvider.noop())
            .build();
    Resource resource = Resource.empty();
    for (var attribute : receiver.attributes().entrySet()) {
      resource = resource.toBuilder().put(attribute.getKey(), attribute.getValue()).build();
    }
    return new Tracing(
        SdkTracerProvider.builder()
            .setResource(resource)
            .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(share)))
            .addSpanProcessor(
                BatchSpanProcessor.builder(
                        new QuietExporter(http, new Reception("traces", receiver.traces())))
                    .setScheduleDelay(GATHER)
                    .setMaxQueueSize(MOST_WAITING)
                    .setExporterTimeout(Receiver.CONNECT.plus(Receiver.ANSWER))
                    .build())
            .build());
  }

  /** Begins a trace, if it is one of the share. */
  public SpanBuilder root(String name) {
    return tracer.spanBuilder(name).setNoParent();
  }

  /** Goes on with a trace. */
  public SpanBuilder span(String name, SpanContext parent) {
    return tracer.spanBuilder(name).setParent(Context.root().with(Span.wrap(parent)));
  }

  /** Of a request that is followed; nothing in any other record. */
  public static @Nullable SpanContext in(Headers headers) {
    if (headers.lastHeader(HEADER) == null) {
      return null;
    }
    Context context = W3C.extract(Context.root(), headers, TextOfHeaders.INSTANCE);
    SpanContext found = Span.fromContext(context).getSpanContext();
    return found.isValid() && found.isSampled() ? found : null;
  }

  /** Of a record that is sent as a part of this span. */
  public static Headers headers(Span span) {
    Headers headers = new RecordHeaders();
    W3C.inject(Context.root().with(span), headers, Tracing::put);
    return headers;
  }

  /** Ends a span, with what went wrong if anything did. */
  public static void end(Span span, @Nullable Exception failure) {
    if (failure != null) {
      span.setStatus(StatusCode.ERROR, failure.toString());
    }
    span.end();
  }

  private static void put(@Nullable Headers headers, String name, String value) {
    if (headers != null) {
      headers.add(name, value.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Sends what waits, for at most two seconds. */
  @Override
  public void close() {
    provider.shutdown().join(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A record's headers as text. */
  private enum TextOfHeaders implements TextMapGetter<Headers> {
    INSTANCE;

    @Override
    public Iterable<String> keys(Headers headers) {
      return List.of(HEADER);
    }

    @Override
    public @Nullable String get(@Nullable Headers headers, String name) {
      Header found = headers == null ? null : headers.lastHeader(name);
      byte @Nullable [] value = found == null ? null : found.value();
      return value == null ? null : new String(value, StandardCharsets.US_ASCII);
    }
  }
}
