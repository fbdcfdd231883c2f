package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.brick.discipline.DisciplineSpec.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shows how sessions come and go, what a limit does to an I/O, and in which order I/Os wait. */
class SessionsTest {
  private static final long MILLI = 1_000_000L;

  private final Session one = new Session(0, "one", Terms.standard());
  private final Session other = new Session(1, "other", Terms.standard());

  private static Io io(Session session) {
    Io io = new Io();
    io.set(session, true, 0, 4096);
    return io;
  }

  /** The next that goes, and when, if nothing else happens. */
  private static Io next(Discipline discipline, long from) {
    long now = from;
    for (int i = 0; i < 10; i++) {
      Io io = discipline.next(now);
      if (io != null) {
        return io;
      }
      assertThat(discipline.wakeNanos()).isGreaterThan(now).isNotEqualTo(Discipline.NEVER);
      now = discipline.wakeNanos();
    }
    throw new AssertionError("nothing goes");
  }

  @ParameterizedTest
  @EnumSource
  void whoLeftSendsNoMoreAndItsNumberIsFreeForAnother(Kind kind) {
    Discipline discipline = DisciplineSpec.of(kind).create(0, new Random(1));
    discipline.join(one, 0);
    discipline.join(other, 0);
    discipline.arrive(io(one), 0);
    assertThatThrownBy(() -> discipline.leave(one, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("session one has I/O waiting");
    Io first = next(discipline, 0);
    long now = first.dispatchedNanos() + MILLI;
    discipline.complete(first, now);
    discipline.arrive(io(other), now);
    discipline.leave(one, now);
    assertThatThrownBy(() -> discipline.arrive(io(one), now))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has not joined");
    Io second = next(discipline, now);
    assertThat(second.session()).isSameAs(other);
    long later = second.dispatchedNanos() + MILLI;
    discipline.complete(second, later);

    Session comer = new Session(0, "comer", Terms.standard());
    discipline.join(comer, later);
    discipline.arrive(io(comer), later);
    assertThat(next(discipline, later).session()).isSameAs(comer);
  }

  /** Ten a second: what comes 5 ms after the one before it waits for 95. */
  @Test
  void anIoThatALimitHeldTellsForHowLongAndWhenItCame() {
    Discipline discipline = DisciplineSpec.of(Kind.NONE).create(0, new Random(1));
    one.setTerms(Terms.standard().withLimits(10, 0));
    discipline.join(one, 0);
    discipline.arrive(io(one), 0);
    Io held = io(one);
    discipline.arrive(held, 5 * MILLI);
    assertThat(discipline.next(5 * MILLI)).isNotNull().isNotSameAs(held);
    assertThat(discipline.next(5 * MILLI)).isNull();
    assertThat(discipline.wakeNanos()).isEqualTo(100 * MILLI);
    assertThat(discipline.next(100 * MILLI)).isSameAs(held);
    assertThat(held.arrivedNanos()).isEqualTo(5 * MILLI);
    assertThat(held.heldNanos()).isEqualTo(95 * MILLI);
    assertThat(held.dispatchedNanos()).isEqualTo(100 * MILLI);
    assertThat(held.isWrite()).isTrue();
  }

  @Test
  void anIoThatNothingHeldTellsWhenItCame() {
    Discipline discipline = DisciplineSpec.of(Kind.NONE).create(0, new Random(1));
    discipline.join(one, 0);
    Io read = new Io();
    read.set(one, false, 0, 4096);
    discipline.arrive(read, 5 * MILLI);
    assertThat(read.arrivedNanos()).isEqualTo(5 * MILLI);
    assertThat(read.heldNanos()).isZero();
    assertThat(read.isWrite()).isFalse();
  }

  /** Of 100 ms 50 are waited; at twice the rate the other half takes 25. */
  @Test
  void anotherLimitMovesWhatItHolds() {
    Discipline discipline = DisciplineSpec.of(Kind.NONE).create(0, new Random(1));
    one.setTerms(Terms.standard().withLimits(10, 0));
    discipline.join(one, 0);
    discipline.arrive(io(one), 0);
    discipline.arrive(io(one), 0);
    assertThat(discipline.next(0)).isNotNull();
    one.setTerms(Terms.standard().withLimits(20, 0));
    discipline.changed(one, 50 * MILLI);
    assertThat(discipline.wakeNanos()).isEqualTo(75 * MILLI);
  }

  @Test
  void whatNobodyWaitsForYetLetsThoseThatCameSoonAfterPass() {
    SessionQueue queue = new SessionQueue(one);
    Io late = io(one);
    late.letOthersPass();
    queue.add(late);
    for (int i = 0; i < 100; i++) {
      queue.add(io(one));
    }
    assertThat(queue.size()).isEqualTo(101);
    List<Io> order = new ArrayList<>();
    while (!queue.isEmpty()) {
      order.add(queue.poll());
    }
    assertThat(order.indexOf(late)).isEqualTo(63);
  }
}
