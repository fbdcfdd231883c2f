package io.oasis.messaging.telemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Exports spans, and says once what OpenTelemetry's own classes would say every time. */
final class QuietExporter implements SpanExporter {
  /** Held, so that its level stays: the JDK forgets a logger that nobody holds. */
  private static final Logger OPENTELEMETRY = Logger.getLogger("io.opentelemetry");

  private final SpanExporter exporter;
  private final Reception reception;

  QuietExporter(SpanExporter exporter, Reception reception) {
    this.exporter = exporter;
    this.reception = reception;
    OPENTELEMETRY.setLevel(Level.OFF);
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    CompletableResultCode result = exporter.export(spans);
    return result.whenComplete(
        () -> {
          if (result.isSuccess()) {
            reception.taken();
          } else {
            reception.lost(Reception.reason(result.getFailureThrowable()));
          }
        });
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
