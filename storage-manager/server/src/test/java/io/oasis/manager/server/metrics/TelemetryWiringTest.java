package io.oasis.manager.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.rest.OperatorDesk;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import io.oasis.messaging.telemetry.Receiver;
import io.oasis.messaging.telemetry.Tracing;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Shows that a manager pushes where it is told to, and that Spring does not push by itself. */
class TelemetryWiringTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void withoutAReceiverNothingIsThereThatPushes() {
    try (ConfigurableApplicationContext manager = start("")) {
      assertThat(manager.getBeansOfType(MeterRegistry.class).values())
          .singleElement()
          .isInstanceOf(PrometheusMeterRegistry.class);
      assertThat(manager.getBeansOfType(Tracing.class)).isEmpty();
    }
  }

  @Test
  void aReceiverGetsWhatPrometheusReads() {
    try (ConfigurableApplicationContext manager = start("http://127.0.0.1:1")) {
      assertThat(manager.getBean(MeterRegistry.class)).isInstanceOf(CompositeMeterRegistry.class);
      assertThat(manager.getBeansOfType(MeterRegistry.class).values())
          .hasAtLeastOneElementOfType(PrometheusMeterRegistry.class)
          .hasAtLeastOneElementOfType(OtlpMeterRegistry.class);
      assertThat(manager.getBeansOfType(Tracing.class)).hasSize(1);
      assertThat(manager.getBeansOfType(PushedSnapshots.class)).hasSize(1);
      assertThat(manager.getBean(OtlpMeterRegistry.class).find("oasis.manager.events.listeners"))
          .extracting(search -> search.gauge())
          .isNotNull();
      assertThat(manager.getBean(Receiver.class).service()).isEqualTo("oasis-manager");
    }
  }

  /** Else each start would be another one to who keeps what is pushed. */
  @Test
  void aManagerThatIsStartedAgainIsTheSame() {
    String before = instance();
    assertThat(instance()).isEqualTo(before).isNotBlank();
  }

  private String instance() {
    try (ConfigurableApplicationContext manager = start("http://127.0.0.1:1")) {
      return manager.getBean(Receiver.class).instance();
    }
  }

  private ConfigurableApplicationContext start(String endpoint) {
    return ManagerMain.start(
        new ManagerComponent()
            .configuration(
                Map.of(
                    "http-port",
                    "0",
                    "state-dir",
                    directory.toString(),
                    "otlp-endpoint",
                    endpoint)),
        ByHand.class);
  }

  /** In the place of Kafka. */
  @Configuration(proxyBeanMethods = false)
  static class ByHand {
    @Bean
    Fleet fleet() {
      return Fleet.ALONE;
    }

    @Bean
    OperatorDesk.Sender sender() {
      return _ -> true;
    }

    @Bean
    Status status() {
      return () -> new StreamsStatus(true, "deciding", Instant.EPOCH);
    }
  }
}
