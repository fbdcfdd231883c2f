package io.oasis.manager.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.configuration.Supervisor;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.rest.OperatorDesk;
import io.oasis.manager.server.stream.HostClocks;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.SteadyClock;
import io.oasis.manager.server.stream.StreamMeters;
import io.oasis.manager.server.stream.StreamsRunner;
import io.oasis.manager.server.stream.Surroundings;
import io.oasis.manager.server.view.AuditLog;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.manager.server.view.Inventory;
import io.oasis.manager.server.view.Spaces;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.Topic;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** Everything that talks to the broker. */
@Configuration(proxyBeanMethods = false)
public class KafkaWiring {
  @Bean
  Supervisor supervisor() {
    return Supervisor.ofProcess();
  }

  @Bean
  StreamMeters streamMeters(MeterRegistry registry) {
    return new StreamMeters(registry);
  }

  @Bean
  HostClocks hostClocks(StreamMeters meters, PrometheusRegistry prometheus) {
    prometheus.register(meters.clocks());
    return meters.clocks();
  }

  @Bean
  StreamsRunner streamsRunner(
      ManagerConfig config,
      DomainRegistry registry,
      SteadyClock clock,
      StreamMeters meters,
      ObjectProvider<Tracing> tracing,
      Advertised advertised,
      Spaces spaces,
      Supervisor supervisor) {
    Optional<Tracing> following = Optional.ofNullable(tracing.getIfAvailable());
    return new StreamsRunner(
        config,
        new Surroundings(clock, registry, meters, following, spaces::answers),
        advertised::address,
        supervisor);
  }

  /** Once HTTP listens: the others are told where. */
  @EventListener
  void start(ApplicationReadyEvent event) {
    event.getApplicationContext().getBean(StreamsRunner.class).start();
  }

  @Bean
  Fleet fleet(StreamsRunner runner) {
    return runner.fleet();
  }

  @Bean
  Status status(StreamsRunner runner) {
    return runner::status;
  }

  @Bean
  KafkaLink link(
      ManagerConfig config, MeterRegistry registry, Inventory inventory, AuditLog audit) {
    KafkaLink link = KafkaLink.open(config.link(), registry, config.credentials().trust());
    link.read(Set.of(Topic.INVENTORY), TopicReader.From.EARLIEST, inventory.inbox());
    link.read(Set.of(Topic.AUDIT), TopicReader.From.EARLIEST, audit.inbox());
    return link;
  }

  @Bean
  OperatorDesk.Sender sender(KafkaLink link) {
    return link::send;
  }
}
