package io.oasis.adapter.targets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long a process waited for a processor that others used: what it did in that time may fall
 * short of a limit by so much, and the limit is not to blame. 0 where the kernel does not tell.
 */
public final class Disturbance {
  private final Path threads;
  private final long from = System.nanoTime();
  private final Map<Path, Long> before;

  private Disturbance(Path threads) throws IOException {
    this.threads = threads;
    this.before = delays();
  }

  public static Disturbance of(ProcessHandle process) throws IOException {
    return new Disturbance(Path.of("/proc", Long.toString(process.pid()), "task"));
  }

  /** Part of the time since, of the thread that waited longest. */
  public double part() throws IOException {
    long longest = 0;
    for (Map.Entry<Path, Long> thread : delays().entrySet()) {
      longest = Math.max(longest, thread.getValue() - before.getOrDefault(thread.getKey(), 0L));
    }
    return Math.min(1, longest / (double) (System.nanoTime() - from));
  }

  private Map<Path, Long> delays() throws IOException {
    Map<Path, Long> delays = new HashMap<>();
    List<Path> present;
    try (Stream<Path> list = Files.list(threads)) {
      present = list.toList();
    }
    for (Path thread : present) {
      Path statistics = thread.resolve("schedstat");
      if (Files.exists(statistics)) {
        // nanoseconds on a processor, nanoseconds waiting for one, times it ran
        delays.put(thread, Long.parseLong(Files.readString(statistics).strip().split(" ", -1)[1]));
      }
    }
    return delays;
  }
}
