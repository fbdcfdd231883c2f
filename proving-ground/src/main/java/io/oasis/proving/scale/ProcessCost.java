package io.oasis.proving.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process has cost so far, as the kernel counts it.
 *
 * @param cpuSeconds user and system
 * @param residentMib now
 */
public record ProcessCost(double cpuSeconds, double residentMib) {
  /** USER_HZ, which is 100 on every Linux of today. */
  private static final double TICKS_PER_SECOND = 100;

  public static ProcessCost of(long pid) throws IOException {
    Path directory = Path.of("/proc", Long.toString(pid));
    String stat = Files.readString(directory.resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    double ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    double kib =
        Files.readAllLines(directory.resolve("status")).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
            .findFirst()
            .orElse(0);
    return new ProcessCost(ticks / TICKS_PER_SECOND, kib / 1_024);
  }
}
