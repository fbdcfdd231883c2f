package io.oasis.adapter.doctor;

import io.oasis.configuration.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the doctor is asked.
 *
 * @param target kernel, qmp, spdk or brick
 * @param socket where the process listens; empty for the kernel
 * @param desired limits by {@code PLACE:LIMIT}
 * @param groups cgroups that shall be examined though they have no limit
 * @param counter the block device that counts what passes; empty for none
 */
public record DoctorSettings(
    String target,
    String socket,
    Path stateDir,
    Duration window,
    Map<String, Long> desired,
    List<Path> groups,
    String counter,
    boolean contract,
    boolean json,
    boolean help) {
  public static final String HELP =
      """
      usage: oasis doctor [OPTION...]
      Says of every limit whether it does what it should, and if not why. Writes nothing.
        --target KIND        kernel (default), qmp, spdk or brick
        --socket S           monitor, RPC or control socket of that process (spdk: or HOST:PORT)
        --state-dir D        of the adapter, default /var/lib/oasis/adapter; need not exist
        --seconds N          how long it watches, 3 to 60, default 5
        --desired P:L=V      limit L (riops, wiops, rbps, wbps, iops, bps) of place P should be V;
                             may be given again
        --cgroup DIR         examine this cgroup though it has no limit; may be given again
        --count-at DEVICE    what passes the limits of a qmp target is counted at this block device
        --contract           with --target spdk: make bdevs, run the contract of targets on them, and
                             remove them; this writes, on those bdevs only
        --json               one JSON object
      Exit code 0 when nothing is wrong, 1 when something is.\
      """;

  private static final String DEFAULT_STATE_DIR = "/var/lib/oasis/adapter";
  private static final List<String> TARGETS = List.of("kernel", "qmp", "spdk", "brick");

  public DoctorSettings {
    desired = Map.copyOf(desired);
    groups = List.copyOf(groups);
  }

  /** Reads a command line. */
  public static DoctorSettings parse(List<String> arguments) {
    String target = "kernel";
    String socket = "";
    String stateDir = DEFAULT_STATE_DIR;
    String counter = "";
    int seconds = 5;
    Map<String, Long> desired = new LinkedHashMap<>();
    List<Path> groups = new ArrayList<>();
    boolean contract = false;
    boolean json = false;
    boolean help = false;
    var left = new ArrayList<>(arguments);
    while (!left.isEmpty()) {
      String key = left.removeFirst();
      switch (key) {
        case "--contract" -> contract = true;
        case "--json" -> json = true;
        case "--help", "-h" -> help = true;
        case "--target" -> target = value(key, left);
        case "--socket" -> socket = value(key, left);
        case "--state-dir" -> stateDir = value(key, left);
        case "--count-at" -> counter = value(key, left);
        case "--cgroup" -> groups.add(Path.of(value(key, left)));
        case "--desired" -> desire(value(key, left), desired);
        case "--seconds" -> seconds = seconds(value(key, left));
        default -> throw new UsageException("argument", key, "is not known; see --help");
      }
    }
    if (!TARGETS.contains(target)) {
      throw new UsageException("target", target, "must be one of " + String.join(", ", TARGETS));
    }
    if (!help && target.equals("kernel") != socket.isEmpty()) {
      throw new UsageException("socket", socket, "is for qmp, spdk and brick, and needed there");
    }
    if (contract && !target.equals("spdk")) {
      throw new UsageException("contract", target, "is for --target spdk");
    }
    return new DoctorSettings(
        target,
        socket,
        Path.of(stateDir),
        Duration.ofSeconds(seconds),
        desired,
        groups,
        counter,
        contract,
        json,
        help);
  }

  /** The same, watching for another time. */
  DoctorSettings over(Duration other) {
    return new DoctorSettings(
        target, socket, stateDir, other, desired, groups, counter, contract, json, help);
  }

  private static String value(String key, List<String> left) {
    if (left.isEmpty()) {
      throw new UsageException(key.substring(2), "", "a value must follow");
    }
    return left.removeFirst();
  }

  private static int seconds(String text) {
    if (!text.matches("[0-9]{1,2}") || Integer.parseInt(text) < 3 || Integer.parseInt(text) > 60) {
      throw new UsageException("seconds", text, "must be 3 to 60");
    }
    return Integer.parseInt(text);
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
