package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.KernelLab;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Shell;
import io.oasis.adapter.targets.Throttle;
import io.oasis.linux.ProcessorLoad;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows that what passes on this machine's kernel is 0.95 to 1.05 of what is set, for reads and
 * writes, operations and bytes, measured by fio over whole seconds of its own.
 */
@Tag("slow")
class EnforcementAccuracyTest {
  private static final int SECONDS = 5;

  /** What fio says of its reads and of its writes, in the form that is a line: for so long, ms. */
  private static final int READ_MILLIS = 8;

  private static final int WRITE_MILLIS = 49;

  /** Of what passes. A load that waits for a processor, and not for its limit, does less. */
  private static final double ERROR = 0.05;

  private KernelLab lab;

  @BeforeEach
  void open() throws Exception {
    KernelLab.obstacle().ifPresent(why -> Assumptions.abort("needs a kernel to drive: " + why));
    try {
      Shell.run("fio", "--version");
    } catch (IOException e) {
      Assumptions.abort("needs fio: apt-get install fio");
    }
    lab = new KernelLab();
  }

  @AfterEach
  void close() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "READ_IOPS, 200, randread, 4k, 8",
    "READ_IOPS, 3000, randread, 4k, 32",
    "WRITE_IOPS, 500, randwrite, 4k, 8",
    "READ_BYTES, 20971520, read, 64k, 8",
    "WRITE_BYTES, 10485760, write, 64k, 8"
  })
  void passesWhatIsSet(Throttle.Part part, long limit, String pattern, String block, int depth)
      throws Exception {
    Place place = lab.place("a");
    lab.target().apply(place, Throttle.NONE, Throttle.NONE.with(part, limit));
    ProcessorLoad load = ProcessorLoad.start();
    Counters before = lab.target().observe(place);
    String[] said =
        Shell.run(
                "sh",
                "-c",
                ("echo $$ > %s/cgroup.procs; exec fio --name=a --filename=%s --rw=%s --bs=%s"
                        + " --iodepth=%d --ioengine=libaio --direct=1 --time_based --runtime=%d"
                        + " --minimal")
                    .formatted(place.object(), lab.device(), pattern, block, depth, SECONDS))
            .split(";");
    Counters after = lab.target().observe(place);

    double seconds = (Long.parseLong(said[READ_MILLIS]) + Long.parseLong(said[WRITE_MILLIS])) / 1e3;
    double achieved = (after.get(part) - before.get(part)) / seconds;
    System.out.printf(
        Locale.ROOT, "%s set %d achieved %.0f (%.3f)%n", part, limit, achieved, achieved / limit);
    assertThat(achieved / limit).isLessThanOrEqualTo(1 + ERROR);
    if (achieved / limit < 1 - ERROR) {
      load.fellShort("only %.3f of what is set passes".formatted(achieved / limit));
    }
  }
}
