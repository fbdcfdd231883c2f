package io.oasis.proving.fairness;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.Range;
import io.oasis.proving.Bars;
import io.oasis.proving.BenchOutput;
import io.oasis.proving.fairness.Testbed.Enforcement;
import io.oasis.proving.fairness.Testbed.Kind;
import io.oasis.proving.rig.LabNeeds;
import io.oasis.proving.rig.WorkDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code oasis bench fairness}. */
@Command(
    name = "fairness",
    description = {
      "Measure what applications get of a device, and what it costs in all: unmanaged, limited by"
          + " hand, under the kernel's BFQ, and by Oasis.",
      "Needs root, fio and qemu-storage-daemon, nbdfuse for what is below the kernel, and an SPDK"
          + " of your own for --in spdk. Takes 20 minutes unless told otherwise; let the machine do"
          + " nothing else meanwhile. Leaves nothing behind."
    },
    mixinStandardHelpOptions = true)
public final class FairnessCommand implements Callable<Integer> {
  private static final int SPARE_MIB = 256;

  @Option(
      names = "--device",
      paramLabel = "KIND",
      split = ",",
      description =
          "What applications work on: array (serves one I/O after the other, 100 MiB/s), parallel"
              + " (64 servers of 8 ms), brick-hdd, brick-ssd (default: array).")
  private List<String> devices = List.of();

  @Option(
      names = "--in",
      paramLabel = "WHO",
      split = ",",
      description =
          "Who holds limits: kernel; qemu (throttle groups of NBD exports) or spdk (an array"
              + " only), then each application has a device of its own (default: kernel).")
  private List<String> enforcements = List.of();

  @Option(
      names = "--mixes",
      paramLabel = "MIX",
      split = ",",
      description =
          "Only these: 32:1, 32:2, 64/16/4, 32:8on5, 8:8on3, 32:4on3.5 (three minutes), 512k:4k,"
              + " r16:w4, open300:32, content (default: 32:1, 32:8on5, 8:8on3, 512k:4k, r16:w4).")
  private List<String> mixes = List.of();

  @Option(
      names = "--contenders",
      paramLabel = "NAME",
      split = ",",
      description =
          "Only these, after best-effort: even, bfq, bfq-tuned (low_latency=0,"
              + " max_budget=64), proportional-fair (default: all).")
  private List<String> contenders = List.of();

  @Option(names = "--full", description = "All devices, whoever holds limits, and all mixes.")
  private boolean full;

  @Option(
      names = "--capacity-iops",
      paramLabel = "N",
      description =
          "Of an array; nobody is told. SPDK takes whole thousands (default: ${DEFAULT-VALUE}).")
  private int capacityIops = 1_000;

  @Option(
      names = "--settle",
      paramLabel = "S",
      description = "Seconds before Oasis is measured (default: ${DEFAULT-VALUE}).")
  private int settle = 12;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "Measured of each mix, and up to a whole period of who pauses"
              + " (default: ${DEFAULT-VALUE}).")
  private int seconds = 20;

  @Mixin private BenchOutput output = new BenchOutput();

  @Option(
      names = "--plot",
      paramLabel = "DIR",
      description = "An SVG there for each line: what each application got, second by second.")
  private Optional<Path> plot = Optional.empty();

  @Mixin private WorkDirectory workDirectory = new WorkDirectory();

  @Override
  public Integer call() {
    Range.check("--capacity-iops", capacityIops, 100, 20_000);
    Range.check("--settle", settle, 0, 600);
    Range.check("--seconds", seconds, 5, 3_600);
    List<Contender> all = new ArrayList<>(List.of(new Contender.BestEffort()));
    chosen("--contenders", contenders, Contender.all(), Contender.all(), Contender::label).stream()
        .filter(each -> !(each instanceof Contender.BestEffort))
        .forEach(all::add);
    List<WorkloadMix> usual = full ? WorkloadMix.all() : WorkloadMix.usual();
    List<WorkloadMix> these = chosen("--mixes", mixes, WorkloadMix.all(), usual, WorkloadMix::name);
    List<Testbed.Plan> beds = beds(these);
    List<String> missing = LabNeeds.missing();
    if (!missing.isEmpty()) {
      throw new MissingException(String.join("; ", missing));
    }
    FairnessReport report = measure(beds, these, all, output::say);
    plot.ifPresent(directory -> Plots.draw(report, directory));
    return output.print(report, report.text(), new Bars(List.of()));
  }

  private List<Testbed.Plan> beds(List<WorkloadMix> these) {
    List<Kind> kinds = List.of(Kind.values());
    List<Enforcement> holders = List.of(Enforcement.values());
    List<Kind> onWhat =
        chosen("--device", devices, kinds, full ? kinds : List.of(Kind.ARRAY), k -> k.label);
    List<Enforcement> heldBy =
        chosen(
            "--in",
            enforcements,
            holders,
            full ? holders : List.of(Enforcement.KERNEL),
            each -> each.label);
    int applications = these.stream().mapToInt(mix -> mix.applications().size()).max().orElse(1);
    List<Testbed.Plan> beds = new ArrayList<>();
    for (Kind kind : onWhat) {
      for (Enforcement holder : heldBy) {
        if (holder.carries(kind)) {
          beds.add(new Testbed.Plan(kind, holder, capacityIops, applications));
        } else if (!full) {
          throw new IllegalArgumentException(
              "--in = %s: does not hold limits of %s here".formatted(holder.label, kind.label));
        }
      }
    }
    return beds;
  }

  /** A device that cannot be built is skipped beside others, and ends a run of it alone. */
  private FairnessReport measure(
      List<Testbed.Plan> beds,
      List<WorkloadMix> these,
      List<Contender> those,
      Consumer<String> say) {
    Path disk = workDirectory.of(SPARE_MIB);
    Map<String, Map<String, Map<String, Double>>> alone = new LinkedHashMap<>();
    List<Outcome> outcomes = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    for (Testbed.Plan bed : beds) {
      try {
        FairnessRun.Results results =
            FairnessRun.run(new FairnessRun.Plan(bed, these, those, settle, seconds, disk), say);
        alone.put(bed.label(), results.alone());
        outcomes.addAll(results.outcomes());
        skipped.addAll(results.skipped());
      } catch (MissingException e) {
        if (beds.size() == 1) {
          throw e;
        }
        skipped.add(bed.label() + ": " + e.getMessage());
        say.accept("skipped: " + skipped.getLast());
      }
    }
    return new FairnessReport(settle, seconds, alone, outcomes, skipped);
  }

  /** Those that are named, or else the usual ones. */
  private static <T> List<T> chosen(
      String option, List<String> names, List<T> all, List<T> usual, Function<T, String> name) {
    List<String> known = all.stream().map(name).toList();
    for (String asked : names) {
      if (!known.contains(asked)) {
        throw new IllegalArgumentException(
            "%s = %s: must be one of %s".formatted(option, asked, String.join(", ", known)));
      }
    }
    return names.isEmpty()
        ? usual
        : all.stream().filter(each -> names.contains(name.apply(each))).toList();
  }
}
