package io.oasis.brick.engine;

import io.oasis.brick.discipline.Timetable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A timetable in wall-clock time, which bricks on several hosts share; each puts it into its own
 * monotonic clock when it is told. A wall clock that is adjusted gradually takes the monotonic one
 * along; after one that jumped, bricks must be told again.
 *
 * @param zeroMillis since 1970: a moment at which a round begins
 */
public record WallTimetable(double zeroMillis, double roundMillis, List<Slice> slices) {
  /** One millionth of a millisecond, the unit of the brick's clock. */
  private static final double NANOS_PER_MILLI = 1e6;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Of both clocks; each takes less than a microsecond. */
  private static final int READINGS = 8;

  /** An application's time in each round. */
  public record Slice(String application, double startMillis, double lengthMillis) {}

  public WallTimetable {
    slices = List.copyOf(slices);
  }

  /**
   * Reads {@code ROUND: APPLICATION@START+LENGTH, ...} in milliseconds.
   *
   * @throws IllegalArgumentException that says how it is written
   */
  public static WallTimetable parse(String text, double zeroMillis) {
    int colon = text.indexOf(':');
    List<Slice> slices = new ArrayList<>();
    try {
      for (String part : text.substring(colon + 1).split(",")) {
        int at = part.lastIndexOf('@');
        int plus = part.lastIndexOf('+');
        slices.add(
            new Slice(
                part.substring(0, at).strip(),
                Double.parseDouble(part.substring(at + 1, plus)),
                Double.parseDouble(part.substring(plus + 1))));
      }
      return new WallTimetable(zeroMillis, Double.parseDouble(text.substring(0, colon)), slices);
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "must be written ROUND: APPLICATION@START+LENGTH, ... in milliseconds", e);
    }
  }

  /**
   * The same in the clock that disciplines are told the time of.
   *
   * @param wall the time now
   * @param nanos and what that clock says now
   * @throws IllegalArgumentException when slices overlap or do not fit
   */
  public Timetable at(Instant wall, long nanos) {
    long round = nanos(roundMillis);
    if (round < 1) {
      throw new IllegalArgumentException("round = " + roundMillis + " ms: must be above 0");
    }
    long sinceZero = wall.getEpochSecond() * NANOS_PER_SECOND + wall.getNano() - nanos(zeroMillis);
    return new Timetable(
        nanos - Math.floorMod(sinceZero, round),
        round,
        slices.stream()
            .map(
                slice ->
                    new Timetable.Slice(
                        slice.application,
                        nanos(slice.startMillis),
                        nanos(slice.startMillis + slice.lengthMillis) - nanos(slice.startMillis)))
            .toList());
  }

  /** By the clocks of this process. */
  public Timetable now() {
    return now(Instant::now, System::nanoTime);
  }

  /**
   * By two clocks, which cannot be read at once: whoever lost the processor between the one and the
   * other would be out of step by so much for as long as the timetable holds. So they are read some
   * times, and the reading counts that took the least time.
   */
  Timetable now(Supplier<Instant> wall, LongSupplier monotonic) {
    Instant moment = Instant.EPOCH;
    long middle = 0;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < READINGS; i++) {
      long before = monotonic.getAsLong();
      Instant read = wall.get();
      long took = monotonic.getAsLong() - before;
      if (took < least) {
        least = took;
        moment = read;
        middle = before + took / 2;
      }
    }
    return at(moment, middle);
  }

  private static long nanos(double millis) {
    return Math.round(millis * NANOS_PER_MILLI);
  }
}
