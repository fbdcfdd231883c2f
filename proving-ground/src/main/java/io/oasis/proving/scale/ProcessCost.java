package io.oasis.proving.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has cost so far, as the kernel counts it.
 *
 * @param cpuSeconds user and system
 * @param privateMib in memory now and mapped by this process alone
 * @param sharedMib in memory now and mapped by others too, such as the libraries of a JVM
 */
public record ProcessCost(double cpuSeconds, double privateMib, double sharedMib) {
  /** USER_HZ, which is 100 on every Linux of today. */
  private static final double TICKS_PER_SECOND = 100;

  public static ProcessCost of(long pid) throws IOException {
    Path directory = Path.of("/proc", Long.toString(pid));
    String stat = Files.readString(directory.resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    double ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    List<String> memory = Files.readAllLines(directory.resolve("smaps_rollup"));
    return new ProcessCost(
        ticks / TICKS_PER_SECOND, mib(memory, "Private_"), mib(memory, "Shared_"));
  }

  public double residentMib() {
    return privateMib + sharedMib;
  }

  /** The sum of the clean and the dirty line; huge pages of their own file system are not ours. */
  private static double mib(List<String> memory, String kind) {
    double kib = 0;
    for (String line : memory) {
      if (line.startsWith(kind + "Clean:") || line.startsWith(kind + "Dirty:")) {
        kib += Double.parseDouble(line.replaceAll("[^0-9]", ""));
      }
    }
    return kib / 1_024;
  }
}
