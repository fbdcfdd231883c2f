package io.oasis.proving.chaos;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.Range;
import io.oasis.proving.BenchOutput;
import io.oasis.proving.rig.LabNeeds;
import io.oasis.proving.rig.WorkDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code oasis bench chaos}. */
@Command(
    name = "chaos",
    description = {
      "Kill, stop and cut off the real services on a device of their own, fill their disks, empty"
          + " the broker, repeat old records, set clocks and take the device away, in an order that"
          + " the seed gives; exit code 1 when anything is lost, left behind or does not recover.",
      "Needs root, fio, qemu-storage-daemon and libfaketime. Leaves nothing behind."
    },
    mixinStandardHelpOptions = true)
public final class ChaosCommand implements Callable<Integer> {
  private static final long LEASE_MILLIS = 15_000;

  /** In so many minutes some troubles may last one; in fewer they had better follow quickly. */
  private static final double STEADY_MINUTES = 10;

  /** In so many minutes and more each trouble comes at least once. */
  private static final double WHOLE_MINUTES = 3;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "New trouble begins for so long (default: ${DEFAULT-VALUE}); with 3 and more, until each"
              + " has come once.")
  private double minutes = WHOLE_MINUTES;

  @Option(
      names = "--takeovers",
      paramLabel = "N",
      description =
          "The manager that decides is killed so many times first (default: ${DEFAULT-VALUE}).")
  private int takeovers = 1;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "What is done in which order (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--lease-ms",
      paramLabel = "MS",
      description = "How long a limit outlives its manager (default: ${DEFAULT-VALUE}).")
  private long leaseMillis = LEASE_MILLIS;

  @Mixin private BenchOutput output = new BenchOutput();

  @Mixin private WorkDirectory workDirectory = new WorkDirectory();

  @Option(names = "--logs", paramLabel = "DIR", description = "Keeps the services' logs here.")
  private Optional<Path> logs = Optional.empty();

  /** One line for each thing that is missing on this host, with the mend. */
  public static List<String> missing() {
    List<String> missing = new ArrayList<>(LabNeeds.missing());
    if (WallClock.library().isEmpty()) {
      missing.add("libfaketime is missing, for the clocks: apt-get install libfaketime");
    }
    return missing;
  }

  @Override
  public Integer call() {
    Range.check("--minutes", minutes, 0.0, 1_440.0);
    Range.check("--takeovers", takeovers, 0, 100);
    Range.check("--lease-ms", leaseMillis, 5_000L, 60_000L);
    List<String> missing = missing();
    if (!missing.isEmpty()) {
      throw new MissingException(String.join("; ", missing));
    }
    ChaosReport report = ChaosRun.run(plan(), output::say);
    return output.print(report, report.text(), report.bars());
  }

  private ChaosRun.Plan plan() {
    Duration lease = Duration.ofMillis(leaseMillis);
    Script.Pace pace = minutes < STEADY_MINUTES ? Script.Pace.BRISK : Script.Pace.STEADY;
    Path disk = workDirectory.of(ChaosSite.SIZE_MIB);
    return new ChaosRun.Plan(
        minutes, minutes >= WHOLE_MINUTES, takeovers, seed, lease, pace, disk, logs);
  }
}
