package io.oasis.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import org.yaml.snakeyaml.Yaml;

/**
 * Shows the two forms of a log, the switch between them, and that nothing breaks a line of JSON.
 */
class LineEncoderTest {
  private static final Instant AT = Instant.parse("2026-11-25T10:00:00.123456Z");

  private final LoggerContext context = new LoggerContext();

  @AfterEach
  void text() {
    LineEncoder.use(LogFormat.TEXT, "oasis");
  }

  @Test
  void theSwitchIsAKeyOfTheService() throws Exception {
    Pump pump = new Pump();
    assertThat(Start.of(pump, List.of("--log-format", "ecs"), Map.of(), (_, _) -> 0)).isZero();
    assertThat(encoded(event("hello"))).startsWith("{").contains("\"service.name\":\"oasis-pump\"");
    assertThat(Start.of(pump, List.of(), Map.of(), (_, _) -> 0)).isZero();
    assertThat(encoded(event("hello"))).isEqualTo("INFO hello\n");
    assertThat(Start.of(pump, List.of(), Map.of("OASIS_LOG_FORMAT", "xml"), (_, _) -> 0))
        .isEqualTo(2);
  }

  /** A cgroup's name, an operator's reason. */
  @Test
  void whatOthersNamedMovesNoCursorAndBeginsNoLine() {
    assertThat(encoded(event("a\u001b[31m\n<0>b\u009b\tc"))).isEqualTo("INFO a [31m <0>b \tc\n");
  }

  @Test
  void anEventIsOneLineOfJsonWithWhatIsSaidBesideIt() {
    LineEncoder.use(LogFormat.ECS, "oasis-agent");
    LoggingEvent event = event("a \"b\" \\ c\nd\te \u0001 \ud800 \u00e4 \ud83d\ude00");
    event.setKeyValuePairs(
        List.of(new KeyValuePair("oasis.decision", "1.45"), new KeyValuePair("count", 3)));

    String line = encoded(event);

    assertThat(line.lines()).hasSize(1);
    assertThat(parsed(line))
        .containsEntry("@timestamp", AT.toString())
        .containsEntry("log.level", "INFO")
        .containsEntry("message", "a \"b\" \\ c\nd\te \u0001 \ud800 \u00e4 \ud83d\ude00")
        .containsEntry("service.name", "oasis-agent")
        .containsEntry("log.logger", "io.oasis.Some")
        .containsEntry("oasis.decision", "1.45")
        .containsEntry("count", 3);
    assertThat(line).startsWith("{\"@timestamp\":\"2026-11-25T10:00:00.123456Z\",\"log.level\"");
  }

  @Test
  void aFailureHasItsTypeWordsAndStack() {
    LineEncoder.use(LogFormat.ECS, "oasis-agent");
    LoggingEvent event =
        new LoggingEvent(
            "", logger(), Level.ERROR, "failed", new IllegalStateException("so \"it\" is"), null);
    event.setInstant(AT);
    Map<String, Object> said = parsed(encoded(event));
    assertThat(said)
        .containsEntry("error.type", "java.lang.IllegalStateException")
        .containsEntry("error.message", "so \"it\" is");
    assertThat(said.get("error.stack_trace").toString()).contains("LineEncoderTest");
  }

  @Test
  void theJournalReadsTheLevelInFront() {
    LineEncoder encoder = encoder();
    encoder.setJournal(true);
    assertThat(new String(encoder.encode(event("a")), StandardCharsets.UTF_8))
        .isEqualTo("<6>INFO a\n");
  }

  private LoggingEvent event(String message) {
    LoggingEvent event = new LoggingEvent("", logger(), Level.INFO, message, null, null);
    event.setInstant(AT);
    return event;
  }

  private Logger logger() {
    return context.getLogger("io.oasis.Some");
  }

  private String encoded(LoggingEvent event) {
    return new String(encoder().encode(event), StandardCharsets.UTF_8);
  }

  private LineEncoder encoder() {
    LineEncoder encoder = new LineEncoder();
    encoder.setContext(context);
    encoder.setPattern("%level %msg%n");
    encoder.start();
    return encoder;
  }

  /** JSON is YAML. */
  private static Map<String, Object> parsed(String line) {
    return new Yaml().load(line);
  }
}
