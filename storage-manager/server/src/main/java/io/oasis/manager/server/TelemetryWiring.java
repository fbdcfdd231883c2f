package io.oasis.manager.server;

import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.oasis.manager.server.metrics.PushedSnapshots;
import io.oasis.manager.server.stream.InstanceId;
import io.oasis.messaging.telemetry.PushedMeters;
import io.oasis.messaging.telemetry.Receiver;
import io.oasis.messaging.telemetry.Tracing;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is pushed to a receiver of OTLP; wired where one is given. */
@Configuration(proxyBeanMethods = false)
public class TelemetryWiring {
  @Bean
  Receiver receiver(ManagerConfig config) {
    return new Receiver(
        config.otlp().orElseThrow(), "oasis-manager", InstanceId.in(config.streams().stateDir()));
  }

  /** Beside that of Prometheus, which has all that a plain meter cannot tell. */
  @Bean
  OtlpMeterRegistry pushed(Receiver receiver) {
    return PushedMeters.to(receiver);
  }

  @Bean
  PushedSnapshots pushedSnapshots(OtlpMeterRegistry pushed, List<MultiCollector> collectors) {
    return new PushedSnapshots(pushed, collectors);
  }

  @Bean
  Tracing tracing(Receiver receiver) {
    return Tracing.to(receiver, 0);
  }
}
