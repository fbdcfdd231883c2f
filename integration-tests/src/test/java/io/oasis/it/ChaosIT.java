package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.linux.ProcessorLoad;
import io.oasis.proving.chaos.ChaosCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that whatever is done to the real services, nothing is lost, no limit outlives its lease by
 * more than a second, everything recovers, and the state at the end is what the log says.
 */
@Tag("slow")
@Tag("alone")
class ChaosIT {
  /** How long new trouble begins in the short one. */
  private static final String MINUTES = System.getProperty("oasis.chaos.minutes", "3");

  private static final String DEEP_MINUTES = "20";
  private static final Path LOGS = Path.of("target", "chaos-logs").toAbsolutePath();

  private static final String UNMET = "NOT MET: ";

  /** By decision, and not by being lost: right where the applications do not fill the array. */
  private static final String DECIDED = ": a manager let go of it";

  @Test
  @Tag("deep")
  void tenTakeoversLetGoOfNoLimit() throws Exception {
    check("0", 1, "--takeovers", "10");
  }

  @Test
  void nothingIsLostInAShortOne() throws Exception {
    check(MINUTES, 1);
  }

  @ParameterizedTest
  @Tag("deep")
  @ValueSource(longs = {1, 2, 3})
  void nothingIsLostInALongOne(long seed) throws Exception {
    check(DEEP_MINUTES, seed);
  }

  private static void check(String minutes, long seed, String... more)
      throws IOException, InterruptedException {
    Needs.require(ChaosCommand.missing());
    List<String> command = new ArrayList<>();
    command.addAll(List.of(DemoProcess.launcher().toString(), "bench", "chaos"));
    command.addAll(List.of("--minutes", minutes, "--seed", Long.toString(seed)));
    command.addAll(List.of("--logs", LOGS.toString()));
    command.addAll(List.of(more));
    ProcessorLoad load = ProcessorLoad.start();
    List<String> unmet = new CopyOnWriteArrayList<>();
    Process chaos = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread says =
        Thread.ofVirtual()
            .start(
                () ->
                    chaos
                        .inputReader()
                        .lines()
                        .peek(System.out::println)
                        .filter(line -> line.startsWith(UNMET))
                        .forEach(unmet::add));
    try {
      long patience = (long) (4 * Double.parseDouble(minutes)) + 10;
      assertThat(chaos.waitFor(patience, TimeUnit.MINUTES)).as("has ended").isTrue();
      says.join(Duration.ofSeconds(10));
      if (!unmet.isEmpty() && unmet.stream().allMatch(line -> line.endsWith(DECIDED))) {
        load.fellShort(unmet.toString());
      }
      assertThat(unmet).as("bars not met; logs in %s", LOGS).isEmpty();
      assertThat(chaos.exitValue()).as("ended well, as printed").isZero();
    } finally {
      chaos.destroy();
    }
  }
}
