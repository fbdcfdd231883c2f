package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows a brick keeping a timetable by its own clock (co-scheduling, section 4.3). */
class CoscheduledTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final int DEPTH = 32;

  private final Session a = new Session(0, "a", Terms.standard());
  private final Session b = new Session(1, "b", Terms.standard());

  /** Slices of 100 ms for a and b and 100 ms for nobody. */
  private static Timetable table(long zeroNanos) {
    return new Timetable(
        zeroNanos,
        300 * MILLI,
        List.of(
            new Timetable.Slice("a", 0, 100 * MILLI),
            new Timetable.Slice("b", 100 * MILLI, 100 * MILLI)));
  }

  private static Io io(Session session, long id) {
    Io io = new Io();
    io.set(session, false, id * 4096, 4096);
    io.number(id);
    return io;
  }

  private static List<Io> take(Discipline discipline, long now) {
    List<Io> taken = new ArrayList<>();
    for (Io io = discipline.next(now); io != null; io = discipline.next(now)) {
      taken.add(io);
    }
    return taken;
  }

  /** "If a server receives a schedule after the indicated time has passed, it joins". */
  @Test
  void whoComesInTheMiddleOfARoundJoinsIt() {
    long now = 7 * SECOND + 150 * MILLI; // 23 rounds of 300 ms and 250 ms after the zero
    Discipline discipline = table(0).follow(DEPTH, 0);
    discipline.join(a, now);
    discipline.join(b, now);
    discipline.arrive(io(a, 1), now);
    discipline.arrive(io(b, 2), now);
    assertThat(discipline.next(now)).isNull();
    assertThat(discipline.wakeNanos()).isEqualTo(7_200 * MILLI);
    assertThat(take(discipline, 7_200 * MILLI)).singleElement().matches(io -> io.session() == a);
  }

  @Test
  void slicesAreTheirSessionsAlone() {
    Discipline discipline = table(40 * MILLI).follow(DEPTH, 0);
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> 5 * MILLI);
    VirtualBrick.Application first = brick.start(a, 20, 4096, false);
    VirtualBrick.Application second = brick.start(b, 1, 4096, false);
    brick.runUntil(30 * SECOND);
    // 100 rounds, 20 I/Os in each slice.
    assertThat((double) first.completed).isCloseTo(2_000, within(60.0));
    assertThat((double) second.completed).isCloseTo(2_000, within(60.0));
  }

  /** "the server abbreviates the following timeslice to fall back in sync". */
  @Test
  void anOverrunShortensTheNextSliceWhoseEndStays() {
    Discipline discipline = table(0).follow(DEPTH, 0);
    discipline.join(a, 0);
    discipline.join(b, 0);
    discipline.arrive(io(a, 1), 0);
    Io late = discipline.next(0);
    for (int i = 2; i < 40; i++) {
      discipline.arrive(io(b, i), 50 * MILLI);
    }
    assertThat(discipline.next(130 * MILLI)).as("a's is still at the device").isNull();
    discipline.complete(late, 140 * MILLI);
    // 60 of 100 ms are left, in which 12.4 ms are reckoned for each.
    assertThat(take(discipline, 140 * MILLI)).hasSize(4).allMatch(io -> io.session() == b);
  }

  /** "each server can choose the oldest requests in the queue and be in agreement". */
  @Test
  void theOldestRequestsGoFirstInWhateverOrderTheyCame() {
    List<List<Long>> chosen = new ArrayList<>();
    for (long[] order : new long[][] {{5, 1, 9, 3, 7, 2, 8, 4, 6}, {9, 8, 7, 6, 5, 4, 3, 2, 1}}) {
      Discipline discipline = table(0).follow(DEPTH, 0);
      discipline.join(a, 0);
      for (long id : order) {
        discipline.arrive(io(a, id), 0);
      }
      chosen.add(take(discipline, 0).stream().map(Io::id).toList());
    }
    assertThat(chosen.getFirst()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    assertThat(chosen.getLast()).isEqualTo(chosen.getFirst());
  }

  @Test
  void whoHasNoSliceIsServedInTimeThatIsNobodys() {
    Discipline discipline = table(0).follow(DEPTH, 0);
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> 5 * MILLI);
    VirtualBrick.Application named = brick.start(a, 8, 4096, false);
    VirtualBrick.Application guest =
        brick.start(new Session(1, "guest", Terms.standard()), 8, 4096, false);
    VirtualBrick.Application other =
        brick.start(new Session(2, "other", Terms.standard()), 1, 4096, false);
    brick.runUntil(30 * SECOND);
    assertThat(named.completed).isGreaterThan(1_900);
    // b is not here, so its time is nobody's too.
    assertThat(guest.completed).isBetween(1_850L, 2_000L);
    assertThat(other.completed).isBetween(1_850L, 2_000L);
  }

  @Test
  void sessionsThatWouldNeverBeServedAreRefused() {
    assertThat(table(0).refusal(List.of("a", "guest", "b"))).isEmpty();
    assertThat(table(0).refusal(List.of("a"))).hasValue("b has a slice and no export: must be one");
    assertThat(table(0).refusal(List.of("a", "b", "b")))
        .hasValue("b has a slice and 2 exports: must be one");
    Timetable full = new Timetable(0, 100, List.of(new Timetable.Slice("a", 0, 100)));
    assertThat(full.refusal(List.of("a"))).isEmpty();
    assertThat(full.refusal(List.of("a", "guest")).orElseThrow()).startsWith("guest has no slice");
    assertThat(Timetable.NOBODYS.refusal(List.of("a"))).isEmpty();
  }

  @Test
  void everyMomentLiesInAPieceOfARoundThatTheZeroBegins() {
    Timetable table =
        new Timetable(
            1_000,
            300,
            List.of(new Timetable.Slice("b", 150, 50), new Timetable.Slice("a", 0, 100)));
    assertThat(table.at(999)).isEqualTo(new Timetable.Span("", 1_000, 100));
    assertThat(table.at(1_000)).isEqualTo(new Timetable.Span("a", 1_100, 100));
    assertThat(table.at(1_100)).isEqualTo(new Timetable.Span("", 1_150, 50));
    assertThat(table.at(1_150)).isEqualTo(new Timetable.Span("b", 1_200, 50));
    assertThat(table.at(1_200)).isEqualTo(new Timetable.Span("", 1_300, 100));
  }

  @Test
  void theShortestSliceAndRoundAreANanosecond() {
    Timetable table = new Timetable(0, 1, List.of(new Timetable.Slice("a", 0, 1)));
    assertThat(table.at(7)).isEqualTo(new Timetable.Span("a", 8, 1));
  }

  /** A guest is served in the slice of the one that left from then on. */
  @Test
  void theTimeOfWhoLeavesInItsSliceIsNobodysAtOnce() {
    Discipline discipline = table(0).follow(DEPTH, 0);
    Session guest = new Session(2, "guest", Terms.standard());
    discipline.join(a, 0);
    discipline.join(guest, 0);
    discipline.arrive(io(a, 1), 0);
    discipline.complete(take(discipline, 0).getFirst(), 5 * MILLI);
    Io waits = io(guest, 2);
    discipline.arrive(waits, 10 * MILLI);
    assertThat(discipline.next(10 * MILLI)).as("a's time").isNull();
    discipline.leave(a, 20 * MILLI);
    assertThat(discipline.next(20 * MILLI)).isSameAs(waits);
  }

  @Test
  void whatIsNotRightIsNamed() {
    assertThatThrownBy(() -> new Timetable(0, 100, List.of(new Timetable.Slice("a", 50, 51))))
        .hasMessageStartingWith("roundNanos = 100");
    assertThatThrownBy(
            () ->
                new Timetable(
                    0,
                    100,
                    List.of(new Timetable.Slice("a", 0, 50), new Timetable.Slice("b", 40, 10))))
        .hasMessageContaining("must begin at 50 ns or later");
  }
}
