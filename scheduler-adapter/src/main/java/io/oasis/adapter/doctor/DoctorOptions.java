package io.oasis.adapter.doctor;

import io.oasis.configuration.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The doctor's command line. */
public final class DoctorOptions {
  private static final int LEAST_SECONDS = 3;
  private static final int MOST_SECONDS = 60;

  @Option(
      names = "--target",
      paramLabel = "KIND",
      description = "kernel (default), qmp, spdk or brick")
  private String target = "kernel";

  @Option(
      names = "--socket",
      paramLabel = "S",
      description = "monitor, RPC or control socket of that process (spdk: or HOST:PORT)")
  private String socket = "";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "how long it watches, 3 to 60, default ${DEFAULT-VALUE}")
  private int seconds = 5;

  @Option(
      names = "--desired",
      paramLabel = "P:L=V",
      description =
          "limit L (riops, wiops, rbps, wbps, iops, bps) of place P should be V; may be given"
              + " again")
  private List<String> desired = List.of();

  @Option(
      names = "--cgroup",
      paramLabel = "DIR",
      description = "examine this cgroup though it has no limit; may be given again")
  private List<Path> groups = List.of();

  @Option(
      names = "--count-at",
      paramLabel = "DEVICE",
      description = "what passes the limits of a qmp target is counted at this block device")
  private String counter = "";

  @Option(
      names = "--contract",
      description =
          "with --target spdk: make bdevs, run the contract of targets on them, and remove them;"
              + " this writes, on those bdevs only")
  private boolean contract;

  /**
   * @param stateDir of the adapter; need not exist
   * @throws UsageException that names the option
   */
  public DoctorSettings settings(Path stateDir) {
    if (seconds < LEAST_SECONDS || seconds > MOST_SECONDS) {
      throw new UsageException(
          "seconds",
          Integer.toString(seconds),
          "must be %d to %d".formatted(LEAST_SECONDS, MOST_SECONDS));
    }
    Map<String, Long> limits = new LinkedHashMap<>();
    desired.forEach(each -> desire(each, limits));
    return new DoctorSettings(
        target, socket, stateDir, Duration.ofSeconds(seconds), limits, groups, counter, contract);
  }

  private static void desire(String text, Map<String, Long> into) {
    int equals = text.lastIndexOf('=');
    if (equals < 0
        || text.lastIndexOf(':', equals) < 1
        || !text.substring(equals + 1).matches("[0-9]{1,18}")) {
      throw new UsageException("desired", text, "must be PLACE:LIMIT=NUMBER");
    }
    into.put(text.substring(0, equals), Long.parseLong(text.substring(equals + 1)));
  }
}
