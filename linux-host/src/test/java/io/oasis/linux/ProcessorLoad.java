package io.oasis.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Assumptions;

/**
 * How busy this machine is during a test that needs quiet. As long as a processor is idle now and
 * then, what wakes need not wait for it.
 */
public final class ProcessorLoad {
  /**
   * With more a machine has not been the test's own; as many busy loops as processors make it 1.
   */
  private static final double QUIET = 0.9;

  private static final Path FILE = Path.of("/proc/stat");

  /** In the first line: user, nice, system, idle, iowait, irq, softirq, steal; guests are users. */
  private static final int FIELDS = 8;

  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;

  private final long[] before = ticks();

  private ProcessorLoad() {}

  public static ProcessorLoad start() {
    return new ProcessorLoad();
  }

  /** The part of all processors' time since the start in which they were not idle. */
  public double busy() {
    long[] now = ticks();
    long all = 0;
    for (int i = 0; i < now.length; i++) {
      now[i] -= before[i];
      all += now[i];
    }
    return all == 0 ? 0 : 1 - (double) (now[IDLE] + now[IO_WAIT]) / all;
  }

  /** Ends a test of which some assertion does not hold as {@link #fellShort} does. */
  public void check(SoftAssertions assertions) {
    if (!assertions.wasSuccess()) {
      fellShort(assertions.errorsCollected().toString());
    }
  }

  /**
   * Ends a test that fell short of what it shows on a quiet machine: skipped where it was not.
   *
   * @param shortfall what was not as it should be
   */
  public void fellShort(String shortfall) {
    double busy = busy();
    if (busy < QUIET) {
      throw new AssertionError(shortfall);
    }
    Assumptions.abort(
        "inconclusive, processors were busy %.0f %% of the time: %s"
            .formatted(100 * busy, shortfall));
  }

  private static long[] ticks() {
    try {
      String first = Files.readString(FILE).lines().findFirst().orElseThrow();
      return Arrays.stream(first.split(" +"))
          .skip(1)
          .limit(FIELDS)
          .mapToLong(Long::parseLong)
          .toArray();
    } catch (IOException e) {
      throw new AssertionError("no " + FILE, e);
    }
  }
}
