package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.brick.discipline.DisciplineSpec.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows whose slices last how long, and what fits into them (Argon, sections 3.5 and 4.4). */
class ArgonTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long ROUND_NANOS = 280 * MILLI;
  private static final int DEPTH = 32;

  private final Discipline discipline =
      DisciplineSpec.of(Kind.ARGON)
          .withDepth(DEPTH)
          .withRoundNanos(ROUND_NANOS)
          .create(0, new Random(1));

  private static Session session(int number, double share) {
    return new Session(number, "s" + number, Terms.standard().withShare(share));
  }

  /** "27-outstanding starves 1-outstanding; 140 ms quanta give both slightly under 50 %". */
  @ParameterizedTest
  @CsvSource({"1, 1, 0.5", "1, 3, 0.25", "3, 1, 0.75"})
  void sharesAreOfTimeWhateverIsOutstanding(double share, double other, double part) {
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> 10 * MILLI);
    VirtualBrick.Application deep = brick.start(session(0, share), 27, 4096, false);
    VirtualBrick.Application single = brick.start(session(1, other), 1, 4096, false);
    brick.runUntil(60 * SECOND);
    assertThat(deep.completed / 6000.0).isCloseTo(part, within(0.02));
    assertThat(single.completed / 6000.0).isCloseTo(1 - part, within(0.02));
  }

  /** Shows what is learned of sessions while they share: how deep they are, how long I/Os take. */
  @Test
  void howSessionsAreServedInTheirSlicesIsKnown() {
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> (8 + io.offset() % 5) * MILLI);
    VirtualBrick.Application deep = brick.start(session(0, 1), 4, 4096, false);
    VirtualBrick.Application single = brick.start(session(1, 1), 1, 4096, false);
    assertThat(discipline.served(deep.session)).isEmpty();
    brick.runUntil(60 * SECOND);
    Served served = discipline.served(deep.session).orElseThrow();
    assertThat(served.depth()).isCloseTo(4, within(0.1));
    assertThat(served.nanosByDepth().keySet()).containsExactly(1, 2, 3, 4);
    served
        .nanosByDepth()
        .forEach((depth, nanos) -> assertThat(nanos).isCloseTo(10.0 * MILLI, within(1.0 * MILLI)));
    Served alone = discipline.served(single.session).orElseThrow();
    assertThat(alone.depth()).isCloseTo(1, within(0.01));
    assertThat(alone.nanosByDepth().keySet()).containsExactly(1);
  }

  @Test
  void anotherRoundChangesTheSlicesAndForgetsNothing() {
    List<Session> served = new ArrayList<>();
    VirtualBrick brick =
        new VirtualBrick(
            discipline,
            1,
            io -> {
              served.add(io.session());
              return 10 * MILLI;
            });
    VirtualBrick.Application first = brick.start(session(0, 1), 4, 4096, false);
    brick.start(session(1, 1), 4, 4096, false);
    brick.runUntil(10 * SECOND);
    int shorter = changes(served);
    served.clear();
    discipline.round(4 * ROUND_NANOS);
    assertThat(discipline.served(first.session)).isPresent();
    brick.runUntil(20 * SECOND);
    assertThat(changes(served)).isBetween(shorter / 4 - 2, shorter / 4 + 2);
  }

  private static int changes(List<Session> served) {
    int changes = 0;
    for (int i = 1; i < served.size(); i++) {
      changes += served.get(i).equals(served.get(i - 1)) ? 0 : 1;
    }
    return changes;
  }

  @Test
  void theDeviceIsNeverAtTwoSessionsWorkAtOnce() {
    List<Session> served = new ArrayList<>();
    VirtualBrick brick =
        new VirtualBrick(
            discipline,
            4,
            io -> {
              served.add(io.session());
              return 5 * MILLI;
            });
    brick.start(session(0, 1), 20, 4096, false);
    brick.start(session(1, 1), 20, 4096, false);
    brick.runUntil(10 * SECOND);
    int changes = 0;
    for (int i = 1; i < served.size(); i++) {
      changes += served.get(i).equals(served.get(i - 1)) ? 0 : 1;
    }
    // 35 rounds of two slices; mixed, there would be thousands.
    assertThat(changes).isBetween(65, 80);
  }

  /**
   * An overrun is charged: a session whose I/Os take 100 ms has no more of the disk than others.
   */
  @Test
  void whoOverrunsPaysForIt() {
    VirtualBrick brick =
        new VirtualBrick(discipline, 1, io -> (io.session().number() == 0 ? 100 : 1) * MILLI);
    VirtualBrick.Application slow = brick.start(session(0, 1), 4, 4096, false);
    VirtualBrick.Application quick = brick.start(session(1, 1), 4, 4096, false);
    brick.runUntil(60 * SECOND);
    assertThat(slow.completed * 0.1).isBetween(20.0, 31.0);
    assertThat(quick.completed * 0.001).isBetween(27.0, 40.0);
  }

  /** Slices of 140 ms hold four of 30 ms; what is left of them is not lost. */
  @Test
  void anEndThatIsTooShortIsCarriedOver() {
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> 30 * MILLI);
    VirtualBrick.Application first = brick.start(session(0, 1), 4, 4096, false);
    VirtualBrick.Application second = brick.start(session(1, 1), 1, 4096, false);
    brick.runUntil(60 * SECOND);
    assertThat(first.completed * 0.03).isCloseTo(30, within(0.3));
    assertThat(second.completed * 0.03).isCloseTo(30, within(0.3));
  }

  /** Shows I/Os that no slice is long enough for being served, at the price of their shares. */
  @Test
  void anIoThatIsLongerThanASliceIsServed() {
    VirtualBrick brick =
        new VirtualBrick(discipline, 1, io -> (io.session().number() == 0 ? 500 : 10) * MILLI);
    VirtualBrick.Application slow = brick.start(session(0, 1), 1, 4096, false);
    VirtualBrick.Application quick = brick.start(session(1, 1), 1, 4096, false);
    brick.runUntil(60 * SECOND);
    assertThat(slow.completed * 0.5).isBetween(24.0, 33.0);
    assertThat(quick.completed * 0.01).isBetween(24.0, 33.0);
  }

  /** "a client's scheduling quantum is skipped if the client has been idle for the last k". */
  @Test
  void whoIsIdleForThreeSlicesHasNone() {
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> 10 * MILLI);
    VirtualBrick.Application busy = brick.start(session(0, 1), 8, 4096, false);
    VirtualBrick.Application idle = brick.start(session(1, 1), 1, 4096, false);
    idle.stopped = true;
    brick.runUntil(10 * SECOND);
    assertThat(busy.completed).isGreaterThan(930);
  }

  /** "workloads with ... short periods of idle time do not lose the rest of their turn". */
  @Test
  void whoPausesKeepsItsSlice() {
    VirtualBrick brick = new VirtualBrick(discipline, 1, io -> 10 * MILLI);
    brick.start(session(0, 1), 32, 4096, false);
    VirtualBrick.Application pausing = brick.start(session(1, 1), 1, 4096, false, 5 * MILLI);
    brick.runUntil(60 * SECOND);
    // Alone it would have 66.7 a second.
    assertThat(pausing.completed / 60.0).isBetween(0.9 * 33.3, 1.05 * 33.3);
  }

  /** "only enough to fill the quantum are issued": with 10 ms each, 14 fill 140 ms. */
  @Test
  void noMoreIsSentThanFits() {
    Session first = session(0, 1);
    Session second = session(1, 1);
    discipline.join(first, 0);
    discipline.join(second, 0);
    for (int i = 0; i < 60; i++) {
      Io io = new Io();
      io.set(i % 2 == 0 ? first : second, false, i * 4096L, 4096);
      discipline.arrive(io, 0);
    }
    List<Io> sent = take(0);
    // Nothing is measured yet: 12.4 ms are reckoned for each.
    assertThat(sent).hasSize(11).allMatch(io -> io.session().equals(first));
    for (int i = 0; i < sent.size(); i++) {
      discipline.complete(sent.get(i), (i + 1) * 5 * MILLI);
    }
    assertThat(discipline.next(60 * MILLI))
        .as("its budget is used up, but it is alone")
        .isNotNull();
  }

  private List<Io> take(long now) {
    List<Io> taken = new ArrayList<>();
    for (Io io = discipline.next(now); io != null; io = discipline.next(now)) {
      taken.add(io);
    }
    return taken;
  }
}
