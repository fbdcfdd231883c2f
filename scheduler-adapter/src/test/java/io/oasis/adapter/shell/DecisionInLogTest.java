package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.oasis.adapter.targets.Throttle;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** Shows that a line about a limit says which decision of the manager the limit came from. */
class DecisionInLogTest {
  @TempDir Path stateDir;

  @Test
  void aConflictNamesTheDecision() throws Exception {
    Logger log = (Logger) LoggerFactory.getLogger(AdapterLoop.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    log.addAppender(lines);
    try {
      World world = new World(stateDir);
      world.now(world.setting("a", 1, 45, 1_000));
      world.target.set(world.place("a"), Throttle.ofEach(77, 500, 0, 0));
      world.pass(Duration.ofMillis(1_100));
    } finally {
      log.detachAppender(lines);
    }
    assertThat(lines.list)
        .filteredOn(line -> line.getFormattedMessage().startsWith("conflict at "))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getFormattedMessage()).endsWith(" (decision 1.45)");
              assertThat(line.getKeyValuePairs())
                  .containsExactly(new KeyValuePair("oasis.decision", "1.45"));
            });
  }
}
