package io.oasis.proving.demo;

import io.oasis.distribution.ProofCommand;
import io.oasis.distribution.Range;
import io.oasis.proving.rig.FioLoad;
import io.oasis.proving.rig.LabNeeds;
import io.oasis.proving.rig.WorkDirectory;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code demo} command. */
@Command(
    name = "demo",
    description = {
      "Let applications compete for one block device, first unmanaged, then managed by Oasis.",
      "Builds its own device, takes about a minute and a half, leaves nothing behind."
    },
    mixinStandardHelpOptions = true)
public final class Demo implements Callable<Integer>, ProofCommand {
  /** Of the kernel's device, the speed of an array. */
  private static final double KERNEL_IOPS = 1_000;

  /**
   * Of a brick's device, the speed of a few disks: the time that the brick and its clients take
   * themselves, a quarter of a millisecond on a busy machine, is then little beside the device's.
   */
  private static final double BRICK_IOPS = 250;

  private static final int BAR_NOT_MET = 1;
  private static final int ENVIRONMENT = 3;

  /** As a shell says it of a process that Ctrl-C ended. */
  private static final int INTERRUPTED = 130;

  /** What cleaning up takes at the most. */
  private static final Duration CLEANING = Duration.ofSeconds(60);

  @Option(
      names = "--on",
      paramLabel = "WHAT",
      description = {
        "kernel: a block device of this kernel (needs root, fio, qemu-storage-daemon).",
        "brick: Oasis's own storage server (needs nothing).",
        "auto: the kernel where it can be had, else the brick (default)."
      })
  private String on = "auto";

  @Option(
      names = "--depths",
      split = ",",
      paramLabel = "N",
      description = "I/Os each application keeps outstanding, in starting order (default: 32,1).")
  private List<Integer> depths = List.of(32, 1);

  @Option(
      names = "--names",
      split = ",",
      paramLabel = "NAME",
      description = "Names of the applications, in the order of --depths.")
  private List<String> names = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Each phase is measured for so long (default: ${DEFAULT-VALUE}).")
  private int seconds = 20;

  @Option(
      names = "--capacity-iops",
      paramLabel = "N",
      description = "Of the device; no process of Oasis is told (default: 1000, on a brick 250).")
  private Optional<Double> capacityIops = Optional.empty();

  @Option(
      names = "--size-mib",
      paramLabel = "MIB",
      description =
          "Of the device, taken in memory or on disk meanwhile (default: ${DEFAULT-VALUE}).")
  private int sizeMiB = 256;

  @Option(
      names = "--rw",
      paramLabel = "PATTERN",
      description = "randread, randwrite, randrw, read, write or rw (default: ${DEFAULT-VALUE}).")
  private String pattern = "randread";

  @Option(
      names = "--block-kib",
      paramLabel = "KIB",
      description = "Size of one I/O (default: ${DEFAULT-VALUE}).")
  private int blockKib = 4;

  @Option(
      names = "--start-after",
      split = ",",
      paramLabel = "NAME=S",
      description = "Applications that start so many seconds after management is switched on.")
  private Map<String, Integer> startAfter = new HashMap<>();

  @Option(
      names = "--stop-after",
      split = ",",
      paramLabel = "NAME=S",
      description = "Applications that stop so many seconds after management is switched on.")
  private Map<String, Integer> stopAfter = new HashMap<>();

  @Option(
      names = "--no-alone",
      description = "Do not measure first what the shallowest application reaches alone.")
  private boolean noAlone;

  @Option(names = "--stay", description = "Keep everything running at the end, until Ctrl-C.")
  private boolean stay;

  @Option(names = "--json", description = "Print one JSON object; what goes on goes to stderr.")
  private boolean json;

  @Mixin private WorkDirectory workDirectory = new WorkDirectory();

  @Option(
      names = "--cgroup",
      paramLabel = "NAME",
      description = "Parent of the applications' cgroups (default: ${DEFAULT-VALUE}).")
  private String cgroup = "oasis-demo";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<String> missing = LabNeeds.missing();
    DemoPlan plan = plan(missing.isEmpty());
    if (plan.on() == DemoResult.On.KERNEL && !missing.isEmpty()) {
      missing.forEach(line -> err.println("oasis: " + line));
      return ENVIRONMENT;
    }
    boolean terminal = !json && System.console() != null && System.console().isTerminal();
    LiveTable table = new LiveTable(terminal ? out : err, terminal);
    table.say(where(plan.on(), missing));
    CountDownLatch finished = new CountDownLatch(1);
    AtomicBoolean stopped = new AtomicBoolean();
    Runtime.getRuntime().addShutdownHook(stopper(Thread.currentThread(), stopped, finished));
    try {
      DemoResult result = new DemoRun(plan, table, soFar -> stayUp(soFar, out, table)).run();
      if (json) {
        out.println(DemoReport.json(result));
      } else {
        out.print(stay ? "" : DemoReport.comparison(result));
        out.println(DemoReport.bars(result));
      }
      out.flush();
      return result.allMet() ? 0 : BAR_NOT_MET;
    } catch (RuntimeException e) {
      if (stopped.get()) {
        err.println("oasis: stopped; everything is cleaned up");
        return INTERRUPTED;
      }
      throw e;
    } finally {
      err.flush();
      finished.countDown();
    }
  }

  private static String where(DemoResult.On on, List<String> missing) {
    return switch (on) {
      case KERNEL -> "on a block device of this kernel";
      case BRICK ->
          "on a brick" + (missing.isEmpty() ? "" : ", not on this kernel: " + missing.getFirst());
    };
  }

  /** On a signal: wakes the run, which cleans up, and keeps the process alive until it has. */
  private static Thread stopper(Thread run, AtomicBoolean stopped, CountDownLatch finished) {
    return Thread.ofPlatform()
        .unstarted(
            () -> {
              if (finished.getCount() == 0) {
                return;
              }
              stopped.set(true);
              run.interrupt();
              try {
                if (!finished.await(CLEANING.toMillis(), TimeUnit.MILLISECONDS)) {
                  System.err.println("oasis: cleaning up goes on in the background");
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void stayUp(DemoResult result, PrintWriter out, LiveTable table) {
    if (!stay) {
      return;
    }
    if (!json) {
      out.print(DemoReport.comparison(result));
      out.flush();
    }
    table.say("everything stays up; Ctrl-C ends it");
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      // Ctrl-C: the end of a demo that stays is not its failure.
    }
  }

  /**
   * @param kernel whether this kernel can be had
   */
  static DemoResult.On on(String on, boolean kernel) {
    return switch (on) {
      case "kernel" -> DemoResult.On.KERNEL;
      case "brick" -> DemoResult.On.BRICK;
      case "auto" -> kernel ? DemoResult.On.KERNEL : DemoResult.On.BRICK;
      default ->
          throw new IllegalArgumentException("--on = " + on + ": must be kernel, brick or auto");
    };
  }

  private DemoPlan plan(boolean kernel) {
    if (!names.isEmpty() && names.size() != depths.size()) {
      throw new IllegalArgumentException(
          "--names = %s: must be as many as --depths, %d"
              .formatted(String.join(",", names), depths.size()));
    }
    Range.check("--block-kib", blockKib, 1, 4_096);
    List<DemoPlan.Application> applications = new ArrayList<>();
    for (int i = 0; i < depths.size(); i++) {
      String name = names.isEmpty() ? standardName(i) : names.get(i);
      applications.add(
          new DemoPlan.Application(
              name,
              new FioLoad(pattern, blockKib * 1024, depths.get(i)),
              startAfter.getOrDefault(name, 0),
              stopAfter.getOrDefault(name, 0)));
    }
    checkNames("--start-after", startAfter, applications);
    checkNames("--stop-after", stopAfter, applications);
    DemoResult.On chosen = on(on, kernel);
    return new DemoPlan(
        chosen,
        applications,
        capacityIops.orElse(chosen == DemoResult.On.KERNEL ? KERNEL_IOPS : BRICK_IOPS),
        sizeMiB,
        seconds,
        !noAlone,
        workDirectory.of(sizeMiB),
        cgroup);
  }

  /** Two applications of different depth are deep and shallow; more are counted. */
  private String standardName(int i) {
    if (depths.size() == 2 && !depths.get(0).equals(depths.get(1))) {
      return depths.get(i) > depths.get(1 - i) ? "deep" : "shallow";
    }
    return "app" + (i + 1);
  }

  private static void checkNames(
      String option, Map<String, Integer> given, List<DemoPlan.Application> applications) {
    for (String name : given.keySet()) {
      if (applications.stream().noneMatch(application -> application.name().equals(name))) {
        throw new IllegalArgumentException(
            option + " = " + name + ": no application is called so (see --names)");
      }
    }
  }
}
