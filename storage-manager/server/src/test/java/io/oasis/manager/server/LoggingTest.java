package io.oasis.manager.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.oasis.configuration.LineEncoder;
import io.oasis.configuration.Logging;
import io.oasis.configuration.Start;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shows that the manager logs as all other services do, although Spring reads it from a file. */
class LoggingTest {
  @Test
  void theFileSaysWhatTheOthersHave() throws Exception {
    LoggerContext others = new LoggerContext();
    new Logging().configure(others);
    LoggerContext managers = new LoggerContext();
    JoranConfigurator file = new JoranConfigurator();
    file.setContext(managers);
    file.doConfigure(LoggingTest.class.getResource("/logback.xml"));

    assertThat(levels(managers)).isEqualTo(levels(others));
    assertThat(out(managers)).isEqualTo(out(others));
  }

  /** Of an event with a failure and a value beside its message. */
  @Test
  void jsonHasTheFieldsOfSpringsOwnFormat() throws Exception {
    LoggerContext context = new LoggerContext();
    context.putObject(Environment.class.getName(), new StandardEnvironment());
    StructuredLogEncoder springs = new StructuredLogEncoder();
    springs.setContext(context);
    springs.setFormat("ecs");
    springs.start();
    LoggingEvent event =
        new LoggingEvent(
            "", context.getLogger("a.B"), Level.WARN, "it failed", new IOException("so"), null);
    event.setInstant(Instant.EPOCH);
    event.setMDCPropertyMap(Map.of());
    event.setKeyValuePairs(List.of(new KeyValuePair("oasis.decision", "1.45")));
    new Logging().configure(context);
    List<String> ours = new ArrayList<>();
    Start.of(
        new ManagerComponent(),
        List.of("--log-format", "ecs"),
        Map.of(),
        (_, _) -> {
          ours.add(new String(encoder(context).encode(event), StandardCharsets.UTF_8));
          return 0;
        });
    Start.of(new ManagerComponent(), List.of(), Map.of(), (_, _) -> 0);

    Map<String, String> expected = flat(new String(springs.encode(event), StandardCharsets.UTF_8));
    assertThat(flat(ours.getFirst()))
        .containsEntry("log.level", "WARN")
        .containsEntry("oasis.decision", "1.45")
        .containsEntry("service.name", "oasis-manager")
        .containsKeys(expected.keySet().toArray(String[]::new));
  }

  private static Map<String, String> flat(String json) {
    Map<String, String> fields = new TreeMap<>();
    put(fields, "", new JsonMapper().readTree(json));
    return fields;
  }

  private static void put(Map<String, String> fields, String prefix, JsonNode node) {
    for (String name : node.propertyNames()) {
      JsonNode value = node.path(name);
      if (value.isObject()) {
        put(fields, prefix + name + ".", value);
      } else {
        fields.put(prefix + name, value.asString());
      }
    }
  }

  private static Map<String, String> levels(LoggerContext context) {
    Map<String, String> levels = new TreeMap<>();
    for (Logger logger : context.getLoggerList()) {
      if (logger.getLevel() != null) {
        levels.put(logger.getName(), logger.getLevel().toString());
      }
    }
    return levels;
  }

  private static String out(LoggerContext context) {
    return appender(context).getTarget() + " " + encoder(context).getPattern();
  }

  private static LineEncoder encoder(LoggerContext context) {
    return (LineEncoder) appender(context).getEncoder();
  }

  private static ConsoleAppender<ILoggingEvent> appender(LoggerContext context) {
    return (ConsoleAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("out");
  }
}
