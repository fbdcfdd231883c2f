package io.oasis.packages;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that a service under systemd tells the journal how grave each line is. */
class JournalTest {
  @Test
  void everyLineBeginsWithItsLevel() throws Exception {
    LoggerContext context = new LoggerContext();
    JoranConfigurator file = new JoranConfigurator();
    file.setContext(context);
    file.doConfigure(
        new ByteArrayInputStream(Parts.read("journal.xml").getBytes(StandardCharsets.UTF_8)));
    ConsoleAppender<ILoggingEvent> journal =
        (ConsoleAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("journal");
    assertThat(List.of(Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG))
        .extracting(level -> line(context, journal.getEncoder(), level))
        .containsExactly("<3>B said\n", "<4>B said\n", "<6>B said\n", "<7>B said\n");
  }

  /** An operator's OASIS_JAVA_OPTS would take the place of the unit's. */
  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter", "manager"})
  void anOperatorsOptionsLeaveTheJournalAlone(String service) {
    assertThat(Parts.read(service + ".service").lines())
        .filteredOn(line -> line.contains("journal.xml"))
        .singleElement()
        .asString()
        .startsWith("Environment=OASIS_UNIT_JAVA_OPTS=-D");
  }

  private static String line(LoggerContext context, Encoder<ILoggingEvent> encoder, Level level) {
    LoggingEvent event = new LoggingEvent("", context.getLogger("a.B"), level, "said", null, null);
    return new String(encoder.encode(event), StandardCharsets.UTF_8);
  }
}
