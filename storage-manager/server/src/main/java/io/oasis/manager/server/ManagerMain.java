package io.oasis.manager.server;

import io.oasis.manager.core.ControllerConfig;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Option;
import io.oasis.messaging.Options;
import io.oasis.messaging.UsageException;
import io.oasis.protocol.Mode;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** The storage manager as a service. */
public final class ManagerMain {
  /** Something outside is not as it must be. */
  private static final int ENVIRONMENT = 3;

  static final List<Option> OPTIONS = options(ManagerConfig.DEFAULT);

  private ManagerMain() {}

  public static void main(String[] arguments) {
    ManagerConfig config;
    try {
      Options options = Options.parse(List.of(arguments), OPTIONS);
      if (options.helpWanted()) {
        System.out.print(
            Options.help("oasis manager", "Decides who gets what of shared storage.", OPTIONS));
        return;
      }
      config = configOf(options);
    } catch (UsageException | IllegalArgumentException e) {
      System.err.println("oasis manager: " + e.getMessage());
      System.exit(UsageException.EXIT_CODE);
      return;
    }
    try {
      start(config, KafkaWiring.class);
    } catch (RuntimeException e) {
      System.err.println("oasis manager: " + reasonOf(config, e));
      System.exit(ENVIRONMENT);
    }
  }

  /** Starts the service; {@code source} brings what HTTP shows. */
  public static ConfigurableApplicationContext start(ManagerConfig config, Class<?>... source) {
    SpringApplication application = new SpringApplication(WebWiring.class);
    application.addPrimarySources(Arrays.asList(source));
    application.setAddCommandLineProperties(false);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLazyInitialization(true);
    application.setDefaultProperties(
        Map.of("server.port", config.httpPort(), "server.address", config.httpAddress()));
    application.addInitializers(
        context ->
            ((GenericApplicationContext) context).registerBean(ManagerConfig.class, () -> config));
    return application.run();
  }

  static ManagerConfig configOf(Options options) {
    ControllerConfig controller =
        new ControllerConfig(
            Duration.ofMillis(options.integer("interval-ms", 100, 60_000)),
            Duration.ofMillis(options.integer("lease-ms", 1_000, 3_600_000)),
            modeOf(options.required("initial-mode")),
            options.required("policy"));
    String bootstrap = options.required("bootstrap");
    LinkConfig.of(bootstrap, "oasis-manager"); // refuses what is no address, naming the key
    return new ManagerConfig(
        bootstrap,
        options.required("http-address"),
        (int) options.integer("http-port", 0, 65_535),
        Arrays.stream(options.text("allowed-hosts").split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList(),
        Path.of(options.required("state-dir")),
        controller,
        options.required("application-id"),
        (int) options.integer("partitions", 1, 1_000),
        (int) options.integer("replication", 1, 15));
  }

  private static Mode modeOf(String text) {
    try {
      return Mode.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new UsageException("initial-mode", text, "must be OBSERVE or SHADOW");
    }
  }

  private static List<Option> options(ManagerConfig standard) {
    ControllerConfig controller = standard.controller();
    return List.of(
        new Option("bootstrap", standard.bootstrap(), "Kafka brokers, host:port[,host:port...]"),
        new Option("http-address", standard.httpAddress(), "address HTTP listens on"),
        new Option("http-port", "" + standard.httpPort(), "port HTTP listens on, 0 for a free one"),
        new Option(
            "allowed-hosts",
            standard.allowedHosts().stream().collect(Collectors.joining(",")),
            "further names by which browsers may reach it, separated by commas"),
        new Option("state-dir", standard.stateDir().toString(), "keeps this instance's identity"),
        new Option(
            "interval-ms", "" + controller.interval().toMillis(), "interval, 100 to 60000 ms"),
        new Option(
            "lease-ms",
            "" + controller.lease().toMillis(),
            "how long a limit holds without renewal, 1000 to 3600000 ms"),
        new Option(
            "initial-mode", controller.initialMode().name(), "of a new domain, OBSERVE or SHADOW"),
        new Option("policy", controller.initialPolicy(), "of a new domain"),
        new Option(
            "application-id",
            standard.applicationId(),
            "managers with the same id share the domains"),
        new Option("partitions", "" + standard.partitions(), "of topics it creates, 1 to 1000"),
        new Option("replication", "" + standard.replication(), "of topics it creates, 1 to 15"));
  }

  private static String reasonOf(ManagerConfig config, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PortInUseException || cause instanceof BindException) {
        return "http-port = %d: %s cannot be listened on (%s); stop what listens there or choose another"
            .formatted(config.httpPort(), config.httpAddress(), cause.getMessage());
      }
    }
    return "cannot start: " + failure.getMessage();
  }
}
