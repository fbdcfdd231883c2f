package io.oasis.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the processes of a cgroup have asked of block devices so far ({@code /proc/PID/io}),
 * whatever engine they ask by: counted before any throttle holds it, while {@code io.stat} of
 * cgroup v2 counts behind. Reads from the page cache do not count, buffered writes do when they
 * dirty it.
 *
 * <p>All devices are in one figure, threads of a process too. What a process asked for between the
 * last reading and its end is not seen. Other users' processes can be read only with the right to
 * trace them, which root has.
 *
 * @param bytes by process
 * @param brought what processes asked for elsewhere, before they came into the cgroup
 * @param uptimeSeconds of the host when it was read
 * @param cached bytes of buffered writes that are in the page cache still; 0 where the memory
 *     controller does not tell
 * @param obstacle why it cannot be known; empty when it can
 */
public record Asked(
    Map<Long, Long> bytes,
    Map<Long, Long> brought,
    double uptimeSeconds,
    long cached,
    Optional<String> obstacle) {
  /** Nothing was read. */
  public static final Asked NONE = new Asked(Map.of(), Map.of(), 0, 0, Optional.empty());

  /** What the kernel tells a process's start in: USER_HZ, the same on all that Oasis runs on. */
  private static final double TICKS_PER_SECOND = 100;

  /** Fields of {@code stat} from the end of the name to the start of the process. */
  private static final int START_FIELD = 20;

  public Asked {
    bytes = Map.copyOf(bytes);
    brought = Map.copyOf(brought);
  }

  /**
   * Reads it now.
   *
   * @param before the reading before, or {@link #NONE}
   */
  public static Asked read(HostRoot host, Path cgroup, Asked before) {
    Map<Long, Long> bytes = new TreeMap<>();
    Map<Long, Long> brought = new TreeMap<>();
    for (String pid : HostRoot.read(cgroup.resolve("cgroup.procs")).orElse("").lines().toList()) {
      Path process = host.at("/proc/" + pid);
      Path io = process.resolve("io");
      try {
        long id = Long.parseLong(pid);
        long asked = bytes(Files.readString(io, StandardCharsets.US_ASCII));
        bytes.put(id, asked);
        if (!before.bytes.containsKey(id) && started(process) < before.uptimeSeconds) {
          brought.put(id, asked);
        }
      } catch (IOException e) {
        if (Files.exists(process.resolve("stat")) && !isOver(process)) {
          return without("may not read " + io + ": run as root");
        }
      } catch (NumberFormatException e) {
        return without(io + " does not say what was asked");
      }
    }
    return new Asked(bytes, brought, uptime(host), cached(cgroup), Optional.empty());
  }

  private static Asked without(String obstacle) {
    return new Asked(Map.of(), Map.of(), 0, 0, Optional.of(obstacle));
  }

  private static double uptime(HostRoot host) {
    return Double.parseDouble(HostRoot.read(host.at("/proc/uptime")).orElse("0").split(" ", 2)[0]);
  }

  private static double started(Path process) {
    String stat = HostRoot.read(process.resolve("stat")).orElse("");
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).split(" ", -1);
    return fields.length > START_FIELD
        ? Long.parseLong(fields[START_FIELD]) / TICKS_PER_SECOND
        : Double.MAX_VALUE;
  }

  /** One that has ended and is not waited for has no counters any more. */
  private static boolean isOver(Path process) {
    return HostRoot.read(process.resolve("stat")).orElse(") Z").contains(") Z");
  }

  private static long bytes(String io) {
    return field(io, "read_bytes: ") + field(io, "write_bytes: ");
  }

  private static long cached(Path cgroup) {
    String memory = HostRoot.read(cgroup.resolve("memory.stat")).orElse("");
    return memory.isEmpty() ? 0 : field(memory, "file_dirty ") + field(memory, "file_writeback ");
  }

  private static long field(String text, String name) {
    for (String line : text.lines().toList()) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).strip());
      }
    }
    throw new NumberFormatException(name);
  }

  /** Bytes asked for since the reading before, by processes that were there then or came since. */
  public long since(Asked before) {
    long all = 0;
    for (Map.Entry<Long, Long> process : bytes.entrySet()) {
      long id = process.getKey();
      long then = before.bytes.getOrDefault(id, brought.getOrDefault(id, 0L));
      all += Math.max(0, process.getValue() - then);
    }
    return all;
  }
}
