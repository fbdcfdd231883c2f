package io.oasis.proving.fairness;

import io.oasis.distribution.MissingException;
import io.oasis.proving.rig.LabDirectory;
import io.oasis.proving.rig.LabNeeds;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code oasis bench fairness}. */
@Command(
    name = "fairness",
    description = {
      "Measure what applications get of one device, and what it costs in all: unmanaged, limited by"
          + " hand, under the kernel's BFQ, and by Oasis.",
      "Needs root, fio and qemu-storage-daemon. Takes half an hour unless told otherwise; let the"
          + " machine do nothing else meanwhile. Leaves nothing behind."
    },
    mixinStandardHelpOptions = true)
public final class FairnessCommand implements Callable<Integer> {
  private static final int SPARE_MIB = 256;

  @Option(
      names = "--mixes",
      paramLabel = "MIX",
      split = ",",
      description =
          "Only these: 32:1, 64/16/4, 32:8on5, 8:8on3, 512k:4k, r16:w4, open300:32,"
              + " content (default: all).")
  private List<String> mixes = List.of();

  @Option(
      names = "--contenders",
      paramLabel = "NAME",
      split = ",",
      description =
          "Only these, after best-effort: even, bfq, bfq-tuned (low_latency=0,"
              + " max_budget=64), proportional-fair (default: all).")
  private List<String> contenders = List.of();

  @Option(
      names = "--capacity-iops",
      paramLabel = "N",
      description = "Of the device; nobody is told (default: ${DEFAULT-VALUE}).")
  private int capacityIops = 1_000;

  @Option(
      names = "--settle",
      paramLabel = "S",
      description = "Seconds before it is measured (default: ${DEFAULT-VALUE}).")
  private int settle = 12;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "Measured of each mix, and up to a whole period of who pauses"
              + " (default: ${DEFAULT-VALUE}).")
  private int seconds = 20;

  @Option(names = "--json", description = "Print one JSON object; what goes on goes to stderr.")
  private boolean json;

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description =
          "Where the device's file is kept meanwhile (default: in memory, /dev/shm, where there is"
              + " room; else /var/tmp).")
  private Optional<Path> workDirectory = Optional.empty();

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated field
  public FairnessCommand() {}

  @Override
  public Integer call() {
    between("--capacity-iops", capacityIops, 100, 20_000);
    between("--settle", settle, 0, 600);
    between("--seconds", seconds, 5, 3_600);
    List<Contender> those =
        chosen("--contenders", contenders, Contender.all(), Contender::label).stream()
            .filter(each -> !(each instanceof Contender.BestEffort))
            .toList();
    List<WorkloadMix> these = chosen("--mixes", mixes, WorkloadMix.all(), WorkloadMix::name);
    List<String> missing = LabNeeds.missing();
    if (!missing.isEmpty()) {
      throw new MissingException(String.join("; ", missing));
    }
    List<Contender> all = new java.util.ArrayList<>(List.of(new Contender.BestEffort()));
    all.addAll(those);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Path disk = workDirectory.orElseGet(() -> LabDirectory.of(SPARE_MIB));
    FairnessReport report =
        FairnessRun.run(
            new FairnessRun.Plan(
                these, all, capacityIops, settle, seconds, disk.toAbsolutePath().normalize()),
            line -> {
              err.println(line);
              err.flush();
            });
    out.print(json ? new JsonMapper().writeValueAsString(report) + "\n" : report.text());
    out.flush();
    return 0;
  }

  /** All of them unless some are named. */
  private static <T> List<T> chosen(
      String option, List<String> names, List<T> all, Function<T, String> name) {
    List<String> known = all.stream().map(name).toList();
    for (String asked : names) {
      if (!known.contains(asked)) {
        throw new IllegalArgumentException(
            "%s = %s: must be one of %s".formatted(option, asked, String.join(", ", known)));
      }
    }
    return names.isEmpty()
        ? all
        : all.stream().filter(each -> names.contains(name.apply(each))).toList();
  }

  private static void between(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s = %d: must be from %d to %d".formatted(option, value, least, most));
    }
  }
}
