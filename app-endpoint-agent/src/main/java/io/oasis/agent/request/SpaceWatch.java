package io.oasis.agent.request;

import io.oasis.linux.FileSystem;
import io.oasis.protocol.LunId;
import io.oasis.protocol.SpaceRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks for space where a file system fills (OASIS, section 3.2, names the commodity).
 *
 * <p>Law: one asks that is fuller than {@link #FULL}, for what brings it back there; and one that
 * would be full within the time ahead if it went on growing as it did, for what lets it last for
 * that time: the larger of the two, in whole MiB. Growth is the difference of used bytes over up to
 * {@link #MEMORY}. The time ahead is {@link #AHEAD} times what was watched, {@link #HORIZON} at
 * most, so that a short burst foretells little.
 *
 * <p>Of 100 GiB with 80 used and 10 GiB more each day, after a day: 70 GiB more in a week and 20
 * free: it asks for 50.
 */
public final class SpaceWatch {
  /** Part of what applications may use; chosen, as file systems grow slow and break up above. */
  private static final double FULL = 0.9;

  /** Chosen: within it somebody can be asked and something can be bought. */
  private static final Duration HORIZON = Duration.ofDays(7);

  /** So many times as long as was watched is looked ahead; chosen: a week after seven hours. */
  private static final int AHEAD = 24;

  /** Growth differs by the hour of the day: a whole one is looked back. */
  private static final Duration MEMORY = Duration.ofDays(1);

  /** Points of the memory are as far apart, 144 in all; no growth is told from less. */
  private static final Duration APART = Duration.ofMinutes(10);

  /** In ns. */
  private static final double DAY = Duration.ofDays(1).toNanos();

  /** In bytes; volumes grow by some of them. */
  private static final long MIB = 1 << 20;

  /** A longer place is cut, so that it fits into a message. */
  private static final int MOST_CHARS = 500;

  private record Key(LunId lun, String place) {}

  private record Point(long nanos, long usedBytes) {}

  private final Map<Key, Deque<Point>> watched = new HashMap<>();

  /**
   * What is asked for, of one LUN's file systems.
   *
   * @param nanos of a monotonic clock
   */
  public List<SpaceRequest> of(LunId lun, List<FileSystem> systems, long nanos) {
    return systems.stream()
        .limit(SpaceRequest.MOST)
        .map(system -> request(new Key(lun, system.place()), system, nanos))
        .toList();
  }

  /** Forgets all LUNs but these. */
  public void keep(Collection<LunId> luns) {
    Set<LunId> present = Set.copyOf(luns);
    watched.keySet().removeIf(key -> !present.contains(key.lun));
  }

  private SpaceRequest request(Key key, FileSystem system, long nanos) {
    if (system.room().isEmpty()) {
      watched.remove(key);
      return new SpaceRequest(
          cut(system.place()), cut(system.type()), Optional.empty(), 0, cut(system.trouble()));
    }
    FileSystem.Room room = system.room().get();
    // More cannot be said, and a host may say anything.
    long total = within(room.totalBytes(), SpaceRequest.MOST_BYTES);
    long used = total - within(room.freeBytes(), total);
    long free = within(room.usableBytes(), total - used);
    Deque<Point> points = watched.computeIfAbsent(key, _ -> new ArrayDeque<>());
    take(points, new Point(nanos, used));
    long lasted = nanos - points.getFirst().nanos;
    Optional<Double> growth =
        lasted < APART.toNanos()
            ? Optional.empty()
            : Optional.of(Math.max(0, used - points.getFirst().usedBytes) / (lasted / DAY));
    double days = Math.min(AHEAD * (double) lasted, HORIZON.toNanos()) / DAY;
    double toLast = growth.orElse(0.0) * days - free;
    double toBreathe = used / FULL - (used + free);
    double asked = Math.max(toLast, toBreathe);
    return new SpaceRequest(
        cut(system.place()),
        cut(system.type()),
        Optional.of(new SpaceRequest.Fill(total, used, free, growth)),
        asked > 0 ? (long) Math.min(Math.ceil(asked / MIB) * MIB, SpaceRequest.MOST_BYTES) : 0,
        reason(used, free, growth, days, asked));
  }

  /** The newest stays the newest; between those before it lies {@link #APART}. */
  private static void take(Deque<Point> points, Point point) {
    if (points.size() > 1) {
      Point newest = points.removeLast();
      if (newest.nanos - points.getLast().nanos >= APART.toNanos()) {
        points.addLast(newest);
      }
    }
    points.addLast(point);
    while (point.nanos - points.getFirst().nanos > MEMORY.toNanos()) {
      points.removeFirst();
    }
  }

  private static String reason(
      long used, long free, Optional<Double> growth, double days, double asked) {
    String full = text("%.1f %% full, ", used + free == 0 ? 100 : 100.0 * used / (used + free));
    if (growth.isEmpty()) {
      return full + "not watched for long enough to tell its growth";
    }
    if (growth.get() == 0) {
      return full + "does not grow";
    }
    String left = text("full in %.1f days at its growth", free / growth.get());
    return full + left + (asked > 0 ? "" : text("; looked ahead %.1f days", days));
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static String cut(String text) {
    return text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS);
  }

  private static long within(long value, long most) {
    return Math.clamp(value, 0, most);
  }
}
