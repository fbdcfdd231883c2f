package io.oasis.messaging.telemetry;

import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Meters that are pushed to a receiver by OTLP, on a thread of their own. */
public final class PushedMeters {
  /** As often as Prometheus is usually told to read. */
  public static final Duration STEP = Duration.ofSeconds(15);

  private PushedMeters() {}

  /** Pushes every {@link #STEP} until it is closed. */
  public static OtlpMeterRegistry to(Receiver receiver) {
    return to(receiver, STEP);
  }

  static OtlpMeterRegistry to(Receiver receiver, Duration step) {
    Reception reception = new Reception("metrics", receiver.metrics());
    OtlpMetricsSender http =
        new OtlpHttpMetricsSender(new HttpUrlConnectionSender(Receiver.CONNECT, Receiver.ANSWER));
    return OtlpMeterRegistry.builder(config(receiver, step))
        .metricsSender(request -> send(http, request, reception))
        .build();
  }

  /** The registry itself would tell every failure, with its stack. */
  private static void send(
      OtlpMetricsSender http, OtlpMetricsSender.Request request, Reception reception) {
    try {
      http.send(request);
      reception.taken();
    } catch (Exception e) {
      reception.lost(Reception.reason(e));
    }
  }

  /** Nothing of it comes from the environment: whose variables those are is not known. */
  private static OtlpConfig config(Receiver receiver, Duration step) {
    return new OtlpConfig() {
      @Override
      public @Nullable String get(String key) {
        return null;
      }

      @Override
      public String url() {
        return receiver.metrics();
      }

      @Override
      public Duration step() {
        return step;
      }

      @Override
      public TimeUnit baseTimeUnit() {
        return TimeUnit.SECONDS;
      }

      @Override
      public Map<String, String> resourceAttributes() {
        return receiver.attributes();
      }

      @Override
      public Map<String, String> headers() {
        return Map.of();
      }
    };
  }
}
