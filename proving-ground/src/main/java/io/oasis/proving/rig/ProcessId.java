package io.oasis.proving.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process, told apart from a later one that has its number.
 *
 * @param startTicks since boot, field 22 of the process's stat; {@code gone} when there is none
 */
public record ProcessId(long pid, String startTicks) {
  private static final String GONE = "gone";

  public static ProcessId of(long pid) {
    return new ProcessId(pid, stat(pid).map(ProcessId::startTicks).orElse(GONE));
  }

  public static ProcessId self() {
    return of(ProcessHandle.current().pid());
  }

  /** Reads what {@link #toString} wrote; empty when it is anything else. */
  public static Optional<ProcessId> parse(String text) {
    String[] words = text.split(" ", -1);
    return words.length == 2 && words[0].matches("\\d{1,9}")
        ? Optional.of(new ProcessId(Long.parseLong(words[0]), words[1]))
        : Optional.empty();
  }

  /** One that has ended and that nobody has waited for is not. */
  public boolean isAlive() {
    return stat(pid).filter(stat -> startTicks(stat).equals(startTicks)).isPresent();
  }

  private static Optional<String> stat(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String fields = stat.substring(stat.lastIndexOf(')') + 2);
      return fields.startsWith("Z") ? Optional.empty() : Optional.of(fields);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Of the fields after the name, which is the second. */
  private static String startTicks(String fields) {
    return fields.split(" ", -1)[19];
  }

  @Override
  public String toString() {
    return pid + " " + startTicks;
  }
}
