package io.oasis.adapter.faults;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Place;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds writes that pass by a limit of cgroup v1 because the kernel's flusher makes them later, in
 * the root cgroup: the processes of the cgroup wrote more than was counted there, and one of them
 * has a file of the device open for writing through the page cache.
 */
final class BufferedWrites {
  /** Less is not worth a word: other things are counted in one place and not in the other. */
  private static final long LEAST_BYTES = 4 << 20;

  private static final int OPEN_FOR_WRITING = 3;
  private static final int O_DIRECT = 040000;

  private record Reading(long byProcesses, long counted, boolean open) {}

  private final HostRoot host;
  private final Map<Place, Reading> first = new HashMap<>();
  private final Map<Place, Reading> second = new HashMap<>();

  BufferedWrites(HostRoot host) {
    this.host = host;
  }

  void look(Place place) {
    Path group = Path.of(place.object());
    List<String> pids = new ArrayList<>();
    HostRoot.read(group.resolve("cgroup.procs")).orElse("").lines().forEach(pids::add);
    long bytes = 0;
    boolean open = false;
    for (String pid : pids) {
      bytes += value(HostRoot.read(host.at("/proc/" + pid + "/io")).orElse(""), "write_bytes: ");
      open |= hasOpen(host.at("/proc/" + pid), place.device().name());
    }
    Reading now = new Reading(bytes, counted(group), open);
    second.put(place, now);
    first.putIfAbsent(place, now);
  }

  Optional<Fault> fault(Place place) {
    Reading was = first.get(place);
    Reading is = second.get(place);
    if (was == null || is == null || !is.open()) {
      return Optional.empty();
    }
    long written = is.byProcesses() - was.byProcesses();
    long counted = is.counted() - was.counted();
    boolean buffered = written - counted >= LEAST_BYTES && written > 2 * counted;
    return buffered
        ? Optional.of(
            new Fault(
                Finding.Verdict.INERT,
                "its processes wrote %d bytes while %d passed the limit: under cgroup v1 buffered"
                        .formatted(written, counted)
                    + " writes are made later, in the root cgroup",
                "let the application write past the page cache (O_DIRECT), or use cgroup v2 with"
                    + " the controllers io and memory"))
        : Optional.empty();
  }

  private static boolean hasOpen(Path process, String device) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        String info =
            HostRoot.read(process.resolve("fdinfo").resolve(file.getFileName().toString()))
                .orElse("");
        int flags = (int) Long.parseLong("0" + words(info, "flags:\t"), 8);
        if ((flags & OPEN_FOR_WRITING) != 0
            && (flags & O_DIRECT) == 0
            && Files.isRegularFile(file)
            && number((Long) Files.getAttribute(file, "unix:dev")).equals(device)) {
          return true;
        }
      }
    } catch (IOException e) {
      return false; // it ended, or its files are somebody else's
    }
    return false;
  }

  /** As the C library packs it. */
  private static String number(long device) {
    long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >> 12 & ~0xffL);
    return major + ":" + minor;
  }

  private static long counted(Path group) {
    String text = HostRoot.read(group.resolve("blkio.throttle.io_service_bytes")).orElse("");
    return text.lines()
        .filter(line -> line.contains(" Write "))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static String words(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).strip())
        .findFirst()
        .orElse("");
  }

  private static long value(String text, String key) {
    return Long.parseLong("0" + words(text, key));
  }
}
