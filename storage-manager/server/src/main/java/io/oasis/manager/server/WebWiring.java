package io.oasis.manager.server;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.oasis.manager.planners.coschedule.ExactSolver;
import io.oasis.manager.server.access.AccessWiring;
import io.oasis.manager.server.access.Passes;
import io.oasis.manager.server.access.TlsConfig;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.fleet.Gathering;
import io.oasis.manager.server.fleet.LinkMakers;
import io.oasis.manager.server.fleet.Peers;
import io.oasis.manager.server.live.LiveController;
import io.oasis.manager.server.live.LiveFeed;
import io.oasis.manager.server.metrics.DomainMetrics;
import io.oasis.manager.server.metrics.StreamsHealth;
import io.oasis.manager.server.rest.AuditController;
import io.oasis.manager.server.rest.CoscheduleController;
import io.oasis.manager.server.rest.CrossSiteGuard;
import io.oasis.manager.server.rest.DoctorController;
import io.oasis.manager.server.rest.DomainsController;
import io.oasis.manager.server.rest.InsulationController;
import io.oasis.manager.server.rest.InventoryController;
import io.oasis.manager.server.rest.ManagersController;
import io.oasis.manager.server.rest.OperatorController;
import io.oasis.manager.server.rest.OperatorDesk;
import io.oasis.manager.server.rest.Problems;
import io.oasis.manager.server.rest.SendOn;
import io.oasis.manager.server.rest.SpaceController;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.SteadyClock;
import io.oasis.manager.server.view.AuditLog;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.manager.server.view.Inventory;
import io.oasis.manager.server.view.Spaces;
import io.oasis.manager.solver.CpSatSolver;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Everything that HTTP serves. What it reads and writes comes from elsewhere (Kafka, a test). */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = UserDetailsServiceAutoConfiguration.class)
@Import({
  AccessWiring.class,
  AuditController.class,
  DomainsController.class,
  OperatorController.class,
  InventoryController.class,
  SpaceController.class,
  DoctorController.class,
  ManagersController.class,
  CoscheduleController.class,
  InsulationController.class,
  LiveController.class,
  Problems.class,
})
public class WebWiring {
  @Bean
  SteadyClock clock() {
    return new SteadyClock();
  }

  @Bean
  DomainRegistry registry() {
    return new DomainRegistry();
  }

  @Bean(initMethod = "start")
  Inventory inventory() {
    return new Inventory();
  }

  @Bean
  Spaces spaces(
      Inventory inventory, DomainRegistry registry, SteadyClock clock, ManagerConfig config) {
    return new Spaces(inventory, registry, clock, config.domains().space());
  }

  @Bean(initMethod = "start")
  AuditLog auditLog() {
    return new AuditLog();
  }

  @Bean
  OperatorDesk desk(DomainRegistry registry, OperatorDesk.Sender sender, SteadyClock clock) {
    return new OperatorDesk(registry, sender, clock);
  }

  @Bean
  Advertised advertised(ManagerConfig config) {
    return new Advertised(config.http());
  }

  @Bean
  Peers peers(Passes passes, ManagerConfig config, SslBundles bundles, MeterRegistry meters) {
    Optional<SSLContext> believed =
        config
            .tls()
            .peerAuthorities()
            .map(_ -> bundles.getBundle(TlsConfig.PEERS).createSslContext());
    return new Peers(passes, config.tls(), believed, meters);
  }

  @Bean
  Gathering gathering(Fleet fleet, Peers peers, JsonMapper json) {
    return new Gathering(fleet, peers, json);
  }

  @Bean
  LinkMakers linkMakers(Fleet fleet, Peers peers, JsonMapper json) {
    return new LinkMakers(fleet, peers, json);
  }

  @Bean
  WebMvcConfigurer sendOn(DomainRegistry registry, Fleet fleet, Peers peers) {
    return new WebMvcConfigurer() {
      @Override
      public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors.addInterceptor(new SendOn(registry, fleet, peers));
      }
    };
  }

  @Bean(initMethod = "start")
  LiveFeed feed(DomainRegistry registry, JsonMapper json, Status status, MeterRegistry meters) {
    return new LiveFeed(registry, json, status::now, meters);
  }

  /** Before it is asked who calls: a refusal, too, has our headers. */
  @Bean
  FilterRegistrationBean<CrossSiteGuard> guard(
      ManagerConfig config, Advertised advertised, JsonMapper json) {
    var registration =
        new FilterRegistrationBean<>(
            new CrossSiteGuard(
                config.http().address(), advertised.host(), config.http().allowedHosts(), json));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }

  /** Loads nothing before it is asked. */
  @Bean
  ExactSolver solver() {
    return new CpSatSolver();
  }

  @Bean
  StreamsHealth streams(Status status, Fleet fleet) {
    return new StreamsHealth(status, fleet);
  }

  /** Spring has no words for its requests. */
  @Bean
  static MeterFilter explained() {
    return new MeterFilter() {
      @Override
      public Meter.Id map(Meter.Id id) {
        return id.getName().startsWith("http.server.requests")
            ? new Meter.Id(
                id.getName(),
                Tags.of(id.getTags()),
                id.getBaseUnit(),
                "HTTP requests, and those under way",
                id.getType())
            : id;
      }
    };
  }

  @Bean
  DomainMetrics domainMetrics(DomainRegistry registry, PrometheusRegistry prometheus) {
    DomainMetrics metrics = new DomainMetrics(registry);
    prometheus.register(metrics);
    return metrics;
  }

  /** The description of the interface is made when somebody asks; the rest is needed at once. */
  @Bean
  static LazyInitializationExcludeFilter eager() {
    return (name, definition, type) -> type.getName().startsWith("io.oasis");
  }

  @Bean
  OpenAPI description() {
    return new OpenAPI()
        .info(
            new Info()
                .title("Oasis storage manager")
                .version("v1")
                .license(new License().name("Apache-2.0"))
                .description("Domains, queues, grants, decisions, guard rails, mode; plans."))
        .servers(List.of());
  }
}
