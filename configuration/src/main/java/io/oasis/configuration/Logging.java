package io.oasis.configuration;

import ch.qos.logback.classic.ClassicConstants;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line per event on standard error, as standard output is a command's answer; the supervisor
 * keeps it in a file of bounded size. Logback finds it as a service.
 *
 * <p>Not a file of XML: reading one leaves 3 MiB of classes in a process. Spring insists on a file;
 * the manager's {@code logback.xml} says the same, and a test compares the two. Who names another
 * file by {@code -Dlogback.configurationFile} gets that.
 */
public final class Logging extends ContextAwareBase implements Configurator {
  /** Every service has it. */
  public static final Key<LogFormat> FORMAT =
      Key.oneOf(
              "log-format",
              List.of(LogFormat.values()),
              LogFormat.TEXT,
              "of its log on standard error; ecs: JSON by the Elastic Common Schema")
          .reloading();

  /** Every service has it. */
  public static final Key<org.slf4j.event.Level> LEVEL =
      Key.oneOf(
              "log-level",
              List.of(org.slf4j.event.Level.values()),
              org.slf4j.event.Level.INFO,
              "least weight of what Oasis says; Kafka's clients and others are not concerned")
          .reloading();

  public static final List<Key<?>> KEYS = List.of(FORMAT, LEVEL);

  private static final String OURS = "io.oasis";

  private static volatile org.slf4j.event.Level level = org.slf4j.event.Level.INFO;

  private static final String LINE =
      "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\"} %-5level %logger{0} %msg%n%ex{12}";

  /**
   * A broker that is away or refuses us is said once by ours; Kafka's client would say it ten times
   * a second.
   */
  private static final Map<String, Level> LEVELS =
      Map.of(
          Logger.ROOT_LOGGER_NAME,
          Level.INFO,
          "org.apache.kafka",
          Level.WARN,
          "org.apache.kafka.clients.NetworkClient",
          Level.OFF,
          "org.apache.kafka.common.network.Selector",
          Level.OFF,
          "org.apache.kafka.streams.KafkaStreams",
          Level.OFF,
          "org.apache.kafka.clients.producer.internals.Sender",
          Level.ERROR,
          "org.apache.kafka.clients.admin.internals.AdminMetadataManager",
          Level.OFF,
          "kafka",
          Level.WARN,
          "state.change.logger",
          Level.WARN);

  /**
   * From now on. What a file of Logback's says of our loggers is left alone until another level
   * than the default is asked for.
   */
  static void use(Component<?> component, Settings settings) {
    if (!component.keys().containsAll(KEYS)) {
      return;
    }
    LineEncoder.use(settings.get(FORMAT), "oasis-" + component.name());
    org.slf4j.event.Level wanted = settings.get(LEVEL);
    boolean isAsked = wanted != LEVEL.standardValue() || level != wanted;
    level = wanted;
    if (isAsked && LoggerFactory.getLogger(OURS) instanceof ch.qos.logback.classic.Logger ours) {
      ours.setLevel(Level.convertAnSLF4JLevel(wanted));
    }
  }

  @Override
  public ExecutionStatus configure(LoggerContext logging) {
    if (System.getProperty(ClassicConstants.CONFIG_FILE_PROPERTY) != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    LineEncoder encoder = new LineEncoder();
    encoder.setContext(logging);
    encoder.setPattern(LINE);
    encoder.start();
    ConsoleAppender<ILoggingEvent> out = new ConsoleAppender<>();
    out.setContext(logging);
    out.setName("out");
    out.setTarget("System.err");
    out.setEncoder(encoder);
    out.start();
    logging.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(out);
    LEVELS.forEach((name, level) -> logging.getLogger(name).setLevel(level));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
