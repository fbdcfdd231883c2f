package io.oasis.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How busy this machine was: the part of a time in which some task waited for a processor. */
final class CpuPressure {
  /** With less a machine counts as the test's own; as many busy loops as processors make it 1. */
  static final double QUIET = 0.4;

  private static final Path FILE = Path.of("/proc/pressure/cpu");
  private static final Pattern SOME = Pattern.compile("some .*total=(\\d+)");

  private final long micros = totalMicros();
  private final long nanos = System.nanoTime();

  private CpuPressure() {}

  static CpuPressure start() {
    return new CpuPressure();
  }

  /** Of the time since the start; 0, and so quiet, where the kernel does not tell. */
  double part() {
    return (totalMicros() - micros) * 1e3 / (System.nanoTime() - nanos);
  }

  private static long totalMicros() {
    try {
      Matcher some = SOME.matcher(Files.readString(FILE));
      return some.find() ? Long.parseLong(some.group(1)) : 0;
    } catch (IOException notTold) {
      return 0;
    }
  }
}
