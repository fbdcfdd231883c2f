package io.oasis.brick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.brick.discipline.Timetable;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows that bricks whose monotonic clocks differ begin their rounds at the same moment. */
class WallTimetableTest {
  private static final long MILLI = 1_000_000L;
  private static final Instant NOW = Instant.parse("2026-11-22T10:00:00.123456Z");

  @Test
  void roundsBeginAtMultiplesSinceZeroWhateverAMonotonicClockSays() {
    WallTimetable told = WallTimetable.parse("300: a@0+100, b c@100+150.5", 250);
    long sinceZero = NOW.toEpochMilli() * MILLI + 456_000 - 250 * MILLI;
    for (long nanos : new long[] {0, 77, -5_000_000_000_000L, Long.MAX_VALUE / 4}) {
      Timetable table = told.at(NOW, nanos);
      assertThat(nanos - table.zeroNanos()).isEqualTo(sinceZero % (300 * MILLI));
      assertThat(table.roundNanos()).isEqualTo(300 * MILLI);
      assertThat(table.slices())
          .containsExactly(
              new Timetable.Slice("a", 0, 100 * MILLI),
              new Timetable.Slice("b c", 100 * MILLI, 150_500_000));
    }
  }

  @Test
  void whoIsToldAMomentLaterHasTheSameRounds() {
    WallTimetable told = WallTimetable.parse("300: a@0+100", 0);
    Timetable first = told.at(NOW, 1_000);
    Timetable later = told.at(NOW.plusMillis(7_654), 1_000 + 7_654 * MILLI);
    assertThat(Math.floorMod(later.zeroNanos() - first.zeroNanos(), 300 * MILLI)).isZero();
  }

  /** Who is stopped between the two clocks, now before and now after the wall clock is read. */
  @Test
  void aPauseBetweenTheClocksMovesNoRound() {
    WallTimetable told = WallTimetable.parse("300: a@0+100", 0);
    for (int undisturbed = 0; undisturbed < 3; undisturbed++) {
      long[] nanos = {0};
      int[] readings = {0};
      int good = undisturbed;
      Timetable table =
          told.now(
              () -> {
                int reading = readings[0]++;
                nanos[0] += reading == good || reading % 2 == 0 ? 100 : 20 * MILLI;
                Instant read = NOW.plusNanos(nanos[0]);
                nanos[0] += reading == good || reading % 2 == 1 ? 100 : 20 * MILLI;
                return read;
              },
              () -> nanos[0]);
      long off = table.zeroNanos() - told.at(NOW, 0).zeroNanos();
      assertThat(Math.floorMod(off, 300 * MILLI)).as("reading %d", good).isZero();
    }
  }

  @Test
  void whatIsWrittenOtherwiseIsRefused() {
    for (String text : List.of("", "300", "300:", "300: a", "300: a@0", "300: a@x+1", "a@0+1")) {
      assertThatThrownBy(() -> WallTimetable.parse(text, 0)).hasMessageStartingWith("must be");
    }
    assertThatThrownBy(() -> WallTimetable.parse("0: a@0+1", 0).at(NOW, 0))
        .hasMessageStartingWith("round = 0");
    assertThatThrownBy(() -> WallTimetable.parse("9: a@0+10", 0).at(NOW, 0))
        .hasMessageContaining("must be above 0 and hold all slices");
  }
}
