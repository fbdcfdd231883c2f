package io.oasis.manager.server;

import io.oasis.configuration.Key;
import io.oasis.configuration.Reload;
import io.oasis.configuration.Start;
import io.oasis.configuration.Supervisor;
import io.oasis.manager.server.stream.StreamsRunner;
import io.oasis.manager.server.view.Spaces;
import java.net.BindException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The storage manager as a service. Its keys may also be said as {@code oasis.KEY} wherever Spring
 * looks: system properties, an {@code application.yaml}, a tree of mounted files.
 */
public final class ManagerMain {
  /** Something outside is not as it must be. */
  private static final int ENVIRONMENT = 3;

  private ManagerMain() {}

  public static void main(String[] arguments) throws Exception {
    int code = Start.of(new ManagerComponent(), List.of(arguments), springs(), ManagerMain::serve);
    if (code != 0) {
      System.exit(code);
    }
  }

  private static int serve(ManagerConfig config, Reload<ManagerConfig> reload) {
    try {
      ConfigurableApplicationContext service = start(config, KafkaWiring.class);
      StreamsRunner streams = service.getBean(StreamsRunner.class);
      Spaces spaces = service.getBean(Spaces.class);
      reload.atHangUp(
          fresh -> {
            streams.take(fresh.credentials().mostRecords());
            spaces.take(fresh.domains().space());
          });
      service.getBean(Supervisor.class).ready();
      return 0;
    } catch (RuntimeException e) {
      System.err.println("oasis manager: " + reasonOf(config, e));
      return ENVIRONMENT;
    }
  }

  /** Starts the service; {@code source} brings what HTTP shows. */
  public static ConfigurableApplicationContext start(ManagerConfig config, Class<?>... source) {
    SpringApplication application = new SpringApplication(WebWiring.class);
    application.addPrimarySources(Arrays.asList(source));
    if (config.otlp().isPresent()) {
      application.addPrimarySources(List.of(TelemetryWiring.class));
    }
    application.setAddCommandLineProperties(false);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLazyInitialization(true);
    Map<String, Object> http = new HashMap<>(config.tls().properties());
    http.put("server.port", config.http().port());
    http.put("server.address", config.http().address());
    application.addInitializers(
        context -> {
          context
              .getEnvironment()
              .getPropertySources()
              .addFirst(new MapPropertySource("oasis", http));
          ((GenericApplicationContext) context).registerBean(ManagerConfig.class, () -> config);
        });
    return application.run();
  }

  /** What Spring's environment, the process's own within it, says of our keys. */
  static Map<String, String> springs() {
    ConfigurableEnvironment spring = new StandardEnvironment();
    ConfigDataEnvironmentPostProcessor.applyTo(spring);
    Map<String, String> said = new HashMap<>(System.getenv());
    for (Key<?> key : new ManagerComponent().keys()) {
      String value = spring.getProperty("oasis." + key.name());
      if (value != null) {
        said.put(key.variable(), value);
      }
    }
    return said;
  }

  private static String reasonOf(ManagerConfig config, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PortInUseException || cause instanceof BindException) {
        return "http-port = %d: %s cannot be listened on (%s); stop what listens there or choose another"
            .formatted(config.http().port(), config.http().address(), cause.getMessage());
      }
    }
    return "cannot start: " + failure.getMessage();
  }
}
